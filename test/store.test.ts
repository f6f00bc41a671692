// The embedded store: the contract of all stores, and what only a database in a folder can do or suffer.
import { describe } from "vitest";
import { IN_MEMORY, openStore } from "../src/limits/open.js";
import { storeContract } from "./store-contract.js";
import { ownPlans } from "./stores.js";

const failed = (error: unknown) => {
  throw error;
};

describe("the embedded store", () => {
  storeContract((now) => openStore({ dataDir: IN_MEMORY }, { plans: ownPlans(), now, failed }));
});
