// `plumbline keys`: creates, lists, shows, rotates and revokes keys in the service's store, and shows usage.

import { KeyService, KeyServiceError, type KeyUsage, type KeyView } from "../access/key-service.js";
import { openStore, StoreError } from "../access/open.js";
import { StoreAway } from "../access/store.js";
import type { Arguments } from "../settings/arguments.js";
import { definitionsFolder } from "../settings/served-set.js";
import { readStoreSettings } from "../settings/store-settings.js";
import { tiersOrReport } from "../settings/tiers.js";
import { Usage } from "../settings/usage.js";
import { messageOf } from "../wording/wording.js";
import { columns } from "./columns.js";

/** Subcommands and their specific options. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  create: ["name", "plan", "interface", "expires", "requests", "calls-per-month"],
  list: [],
  show: [],
  rotate: ["overlap"],
  revoke: [],
  usage: [],
};
const COMMON: readonly string[] = ["definitions", "json"];

export async function keys(args: Arguments): Promise<number> {
  const folder = definitionsFolder(args);
  const asJson = args.flag("json");
  const [command] = args.words;
  if (command === undefined || !Object.hasOwn(OPTIONS, command))
    throw new Usage(`keys needs one of ${Object.keys(OPTIONS).join(", ")}.`);
  const settings = readStoreSettings(process.env);
  const loaded = await tiersOrReport(folder);
  if (loaded === undefined) return 1;
  const { tiers } = loaded;
  if (tiers === undefined) {
    process.stderr.write(
      `The definitions in ${folder} have no plans.yaml, so there is nothing that a key could be for.\n`,
    );
    return 1;
  }
  const now = () => Date.now();
  const failed = (error: unknown) => process.stderr.write(`${messageOf(error)}\n`);
  try {
    const store = await openStore(settings, { tiers, failed, required: true });
    try {
      const place =
        settings.redis === undefined ? `${settings.dataDir} (DATA_DIR)` : "this Redis (REDIS_URL)";
      const answer = await run(new KeyService(store, tiers, now), command, args, place);
      process.stdout.write(asJson ? `${JSON.stringify(answer.data, null, 2)}\n` : answer.text);
      return 0;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof KeyServiceError || error instanceof StoreError || error instanceof StoreAway))
      throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

interface Answer {
  readonly data: unknown;
  readonly text: string;
}

async function run(service: KeyService, command: string, args: Arguments, place: string): Promise<Answer> {
  switch (command) {
    case "create": {
      const made = await service.create(wish(args));
      return { data: made, text: `${shown(made.key)}\n${secret(made.token)}` };
    }
    case "list": {
      only(args, 0);
      const all = await service.list();
      return { data: all, text: all.length === 0 ? `There are no keys yet in ${place}.\n` : listing(all) };
    }
    case "rotate": {
      const overlap = args.text("overlap");
      const rotated = await service.rotate(
        only(args, 1),
        overlap === undefined ? undefined : seconds(overlap),
      );
      return { data: rotated, text: `${shown(rotated.key)}\n${secret(rotated.token)}` };
    }
    case "usage": {
      if (args.words.length === 1) {
        const all = await service.overview();
        const rows = all.keys.map((key) => [
          key.id,
          key.name,
          key.plan,
          String(key.calls),
          quota(key.limits.calls_per_month),
        ]);
        const table = columns([["id", "name", "plan", "calls", "of"], ...rows]);
        return { data: all, text: `${all.month}\n${table}callers without a key: ${all.visitors}\n` };
      }
      const usage = await service.usage(only(args, 1));
      return { data: usage, text: usageText(usage) };
    }
    default: {
      const id = only(args, 1);
      const key = await (command === "show" ? service.show(id) : service.revoke(id));
      return { data: key, text: shown(key) };
    }
  }
}

function wish(args: Arguments) {
  const name = args.text("name");
  const plan = args.text("plan");
  const face = args.word("interface", ["main", "legacy"]);
  const expires = args.text("expires");
  const requests = args.text("requests");
  const calls = args.text("calls-per-month");
  only(args, 0);
  if (name === undefined || plan === undefined) throw new Usage("keys create needs --name and --plan.");
  return {
    name,
    plan,
    ...(face === undefined ? {} : { interface: face }),
    ...(expires === undefined ? {} : { expires }),
    ...(requests === undefined ? {} : { requests: Number(requests) }),
    ...(calls === undefined ? {} : { calls_per_month: Number(calls) }),
  };
}

/** Checks the number of words and the options. Returns the first word. */
function only(args: Arguments, count: number): string {
  const [command = "", ...words] = args.words;
  const own = OPTIONS[command] ?? [];
  const foreign = [...args.given.keys()].find((name) => !own.includes(name) && !COMMON.includes(name));
  if (foreign !== undefined) throw new Usage(`keys ${command} does not know --${foreign}.`);
  if (words.length < count) throw new Usage("Give the id of the key; plumbline keys list shows them.");
  if (words.length > count) throw new Usage(`keys does not expect ${words[count]} here.`);
  return words[0] ?? "";
}

/** `90`, `90s`, `15m`, `12h`, `7d` */
function seconds(text: string): number {
  const match = /^(\d{1,9})([smhd]?)$/.exec(text);
  if (match === null)
    throw new Usage(`--overlap must be a time such as 0, 90s, 15m, 12h or 7d, not ${text}.`);
  return Number(match[1]) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[match[2] ?? ""] ?? 1);
}

function secret(token: string): string {
  return `The key, shown this once:\n\n  ${token}\n\n`;
}

function shown(key: KeyView): string {
  const rows: [string, string][] = [
    ["id", key.id],
    ["name", key.name],
    ["interface", key.interface],
    ["plan", key.plan],
    ["status", key.status],
    [
      "limits",
      `${quota(key.limits.requests)} requests in ${key.limits.per_s} s, ${quota(key.limits.calls_per_month)} calls a month`,
    ],
    ["created", key.created],
    ["expires", key.expires ?? "never"],
    ["last used", key.last_used ?? "never"],
  ];
  if (key.revoked !== null) rows.push(["revoked", key.revoked]);
  if (key.overlap_until !== null) rows.push(["old secret until", key.overlap_until]);
  return columns(rows);
}

function listing(all: readonly KeyView[]): string {
  const rows = all.map((key) => [
    key.id,
    key.name,
    key.interface,
    key.plan,
    key.status,
    key.last_used ?? "never",
  ]);
  return columns([["id", "name", "interface", "plan", "status", "last used"], ...rows]);
}

function usageText({ name, month, calls, calls_per_month, months }: KeyUsage): string {
  const rows = months.map((each) => [each.month, String(each.calls)]);
  return `${name}: ${calls} of ${quota(calls_per_month)} calls in ${month}\n${columns(rows)}`;
}

function quota(value: number | null): string {
  return value === null ? "unlimited" : String(value);
}
