// Answers that depend on the caller are never stored by shared caches; log lines of a flood are bounded.
import { describe, expect, test } from "vitest";
import { atMostOnce } from "../../src/server/http/log-rate.js";

describe("log lines of a flood", () => {
  test("one line for each kind and time, with the number of events", () => {
    let now = 0;
    const lines: string[] = [];
    const log = atMostOnce(
      1000,
      (kind, times) => lines.push(`${now} ${kind} ${times}`),
      () => now,
    );
    for (now = 0; now < 2500; now += 10) log("address");
    log("pipeline");
    expect(lines).toEqual(["0 address 1", "1000 address 100", "2000 address 100", "2500 pipeline 1"]);
  });
});
