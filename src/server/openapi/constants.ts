// Limits in the OpenAPI document, under the names that assets/openapi uses.
import {
  LONGEST_NAME,
  LONGEST_OVERLAP_S,
  MOST_CALLS as MOST_CALLS_PER_MONTH,
  MOST_REQUESTS,
  OVERLAP_S,
} from "../../access/key-service.js";
import { SHAPES } from "../../engine/language/figures.js";
import { TONES } from "../../engine/language/headline.js";
import { DETAILS } from "../../pages/sheet/options.js";
import { MOST_COLUMNS } from "../../tables/sweep-columns.js";
import { MOST_POINTS } from "../../tables/sweep-points.js";
import { MOST_CALLS as MOST_BATCH_CALLS } from "../calls/batch.js";
import { LONGEST_QUERY } from "../calls/calls.js";
import { POINTS_PER_CALL } from "../calls/sweep.js";
import { PROTOCOL_VERSIONS } from "../mcp/server.js";
import { MOST_ROWS } from "../table/open-sent.js";

export const CONSTANTS = {
  details: DETAILS,
  longest_key_name: LONGEST_NAME,
  longest_overlap_s: LONGEST_OVERLAP_S,
  longest_query: LONGEST_QUERY,
  most_batch_calls: MOST_BATCH_CALLS,
  most_calls_per_month: MOST_CALLS_PER_MONTH,
  most_columns: MOST_COLUMNS,
  most_points: MOST_POINTS,
  most_requests: MOST_REQUESTS,
  most_rows: MOST_ROWS,
  overlap_s: OVERLAP_S,
  points_per_call: POINTS_PER_CALL,
  protocol_versions: PROTOCOL_VERSIONS,
  shapes: Object.keys(SHAPES),
  tones: TONES,
};
