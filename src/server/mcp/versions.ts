// The revisions of MCP that this service speaks, newest first.
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";

export const MODERN = "2026-07-28";
/** Since this revision a POST holds one message, and results may hold links. */
export const ONE_MESSAGE = "2025-06-18";

export const PROTOCOL_VERSIONS: readonly string[] = [...new Set([MODERN, ...SUPPORTED_PROTOCOL_VERSIONS])];
