// Schemas of keys, their usage and plans in the OpenAPI document.
import {
  LONGEST_NAME,
  LONGEST_OVERLAP_S,
  MOST_CALLS,
  MOST_REQUESTS,
  OVERLAP_S,
} from "../../access/key-service.js";
import {
  closed,
  count,
  everyClosed,
  type Json,
  list,
  oneOf,
  open,
  orNull,
  schema,
  text,
  whole,
} from "./shapes.js";

const moment = (description: string): Json => orNull("string", description, { format: "date-time" });
const INTERFACE = oneOf(["main", "legacy"], "The interface that the key opens.");

const limits = everyClosed({
  requests: orNull("integer", "Requests in the span; null for no limit."),
  per_s: { type: "integer", enum: [60, 3600], description: "The span in seconds." },
  calls_per_month: orNull("integer", "Calls in a calendar month, UTC; null for no limit."),
});

const KEY: Json = {
  id: { type: "string", pattern: "^[0-9A-Za-z]{12}$", description: "The key's id; no secret." },
  name: text("Who uses the key, and for what."),
  interface: INTERFACE,
  plan: text("The plan of the key."),
  status: oneOf(["active", "expired", "revoked"], "Only an active key opens anything."),
  created: { type: "string", format: "date-time", description: "When it was created." },
  expires: moment("When it ends by itself."),
  revoked: moment("When it was revoked."),
  last_used: moment("When it last made a call."),
  limits,
  overlap_until: moment("Until when an older secret is accepted, after a rotation."),
};

const plan = open(["id", "title", "calls_per_month", "custom", "mcp", "support"], {
  id: text("Name of the plan."),
  title: text("Title for people."),
  price_per_month: orNull("number", "Price a month; null where it is not listed."),
  price_per_month_paid_yearly: orNull("number", "Price a month where a year is paid at once."),
  requests_per_minute: orNull(
    "integer",
    "In any 60 seconds; null for no limit. A plan has this or requests_per_hour.",
  ),
  requests_per_hour: orNull("integer", "In any 60 minutes; null for no limit."),
  calls_per_month: orNull("integer", "In a calendar month, UTC; null for no limit."),
  custom: { type: "boolean", description: "Whether a key may have limits of its own." },
  mcp: { type: "boolean", description: "Whether MCP is part of the plan." },
  support: text("What help comes with it."),
});

const face = (more: Json): Json =>
  open(["header", "keyless_plan", "plans", "count", ...Object.keys(more)], {
    title: text("The interface, in words."),
    header: text("Header that carries the key."),
    keyless_plan: orNull("string", "Plan of callers without a key; null where everyone needs one."),
    plans: list(schema("Plan")),
    count: count("How many plans there are."),
    ...more,
  });

export const PLAN_SCHEMAS: Json = {
  Plan: plan,
  Plans: face({
    currency: text("Currency of the prices."),
    other_interfaces: list(face({ interface: INTERFACE })),
  }),
};

export const ADMIN_SCHEMAS: Json = {
  Key: everyClosed(KEY),
  Keys: everyClosed({
    keys: list(schema("Key"), "Oldest first."),
    count: count("How many there are."),
  }),
  NewKey: closed(["name", "plan"], {
    name: {
      ...text("Who uses the key, and for what; on one line."),
      minLength: 1,
      maxLength: LONGEST_NAME,
    },
    plan: text("A plan of the interface."),
    interface: { ...INTERFACE, default: "main" },
    expires: text("A day such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z. It must lie ahead."),
    requests: whole(
      1,
      MOST_REQUESTS,
      "Requests in the plan's span for this key alone; only where the plan is custom.",
    ),
    calls_per_month: whole(1, MOST_CALLS, "Calls a month for this key alone; only where the plan is custom."),
  }),
  KeyWithToken: everyClosed({
    key: schema("Key"),
    token: text("What callers send. It is shown this once and kept only as a hash."),
  }),
  Rotation: closed([], {
    overlap_s: {
      ...whole(0, LONGEST_OVERLAP_S, "Seconds for which older secrets are still accepted."),
      default: OVERLAP_S,
    },
  }),
  KeyUsage: everyClosed({
    id: text("The key's id."),
    name: text("The key's name."),
    month: text("The current month, as 2026-11, UTC."),
    calls: count("Calls in this month."),
    calls_per_month: orNull("integer", "Calls that a month may have; null for no limit."),
    months: list(everyClosed({ month: text("A month."), calls: count("Its calls.") }), "Newest first."),
  }),
  UsageOverview: everyClosed({
    month: text("The current month, as 2026-11, UTC."),
    keys: list(everyClosed({ ...KEY, calls: count("Calls in this month.") })),
    visitors: count("Calls in this month by callers without a key, all together."),
  }),
};
