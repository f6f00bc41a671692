// The explorer: its page at /, its files, and the definitions that it reads. It computes in the browser with the same
// built modules as the service.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import { type Index, indexIn } from "../../build/form.js";
import { HOME } from "../../definitions/folder.js";
import { definitionFiles, identityOf } from "../../definitions/identity.js";
import { once } from "../../engine/language/once.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { route } from "../http/routes.js";
import {
  documentRoute,
  FOR_EVER,
  fileDocument,
  jsonDocument,
  namedDocuments,
  type StaticDocument,
  sendDocument,
  sendMissing,
  staticDocument,
  typeOf,
  YAML_TYPE,
} from "../http/static-documents.js";
import type { Service } from "../options.js";
import { searchIndex } from "./search-index.js";

/** Output of `npm run build`. */
const EXPLORER_FOLDER = join(HOME, "dist/explorer");
const PAGE = "index.html";
const OFFLINE = "offline.js";
const SOURCES = "sources.yaml";
const CATALOGUE = "/explorer/catalogue.json";
const SEARCH = "/explorer/search.json";

/**
 * Own scripts and styles only; no inline script and no eval. Typeset formulas position their glyphs by style
 * attributes.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";
/** The worker imports the module that it compiled from an edited definition, as a blob. Pages may not. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' blob:; connect-src 'self'";
const WORKER_HEADERS = { "content-security-policy": WORKER_POLICY };

export function explorerRoutes(app: FastifyInstance, { set }: Service): void {
  if (!existsSync(join(EXPLORER_FOLDER, PAGE))) return;
  const index = set.built === undefined ? undefined : indexIn(set.built);
  const own = (name: string) => once(() => fileDocument(EXPLORER_FOLDER, name));
  documentRoute(app, "/", own(PAGE), { headers: { "content-security-policy": POLICY } });
  // At the root, because a service worker only sees paths below its own.
  documentRoute(app, `/${OFFLINE}`, own(OFFLINE), { headers: WORKER_HEADERS, isFile: true });
  const pieces = readdirSync(EXPLORER_FOLDER).filter(
    (file) => file !== PAGE && file !== OFFLINE && isServed(set, casesIn(file)),
  );
  const listed = catalogue(set, index, pieces);
  const texts = new Map(
    listed.tools.flatMap(({ files }) => files).map(([path, hash]) => [`${hash}.yaml`, path]),
  );
  const served = index?.tools.filter(({ facts, legacy }) => legacy || isServed(set, facts.name)) ?? [];
  const built = served.flatMap(({ module, data }) => [module, data]);
  const textOf = (name: string) => set.files.get(texts.get(name) ?? "")?.text ?? "";
  /** Documents whose names contain their hash. Each is made at its first request. */
  const lasting = (
    folder: string,
    noun: string,
    names: Iterable<string>,
    make: (name: string) => StaticDocument,
  ): void => {
    const made = new Map([...names].map((name) => [name, once(() => make(name))]));
    namedDocuments(app, folder, noun, made, { headers: WORKER_HEADERS, cache: FOR_EVER });
  };
  const list = once(() => jsonDocument(listed));
  documentRoute(app, CATALOGUE, list);
  documentRoute(
    app,
    SEARCH,
    once(() => jsonDocument(searchIndex(set))),
  );
  lasting("/explorer", "file of the explorer", pieces, (name) => fileDocument(EXPLORER_FOLDER, name));
  lasting("/explorer/built", "built file", built, (name) => fileDocument(set.built ?? "", name));
  lasting("/explorer/definitions", "definition file", texts.keys(), (name) =>
    staticDocument(textOf(name), YAML_TYPE),
  );
  const tools = listed.tools.flatMap(({ module, data }) =>
    module === undefined || data === undefined ? [] : [module, data],
  );
  const archived = [
    ...pieces.map((name) => ({ path: `/explorer/${name}`, folder: EXPLORER_FOLDER, name })),
    ...tools.map((name) => ({ path: `/explorer/built/${name}`, folder: set.built ?? "", name })),
  ];
  const fileText = ({ path, folder, name }: (typeof archived)[number]) =>
    [path, { type: typeOf(name), text: readFileSync(join(folder, name), "utf8") }] as const;
  const archive = once(() =>
    jsonDocument({
      headers: { ...WORKER_HEADERS, "cache-control": FOR_EVER },
      files: Object.fromEntries([
        ...archived.filter(({ path }) => isText(path)).map(fileText),
        ...[...texts.keys()].map(
          (name) => [`/explorer/definitions/${name}`, { type: YAML_TYPE, text: textOf(name) }] as const,
        ),
      ]),
    }),
  );
  const single = archived.map(({ path }) => path).filter((path) => !isText(path));
  // Everything that the page needs offline: one archive of texts, and the other files.
  const whole = once(() =>
    jsonDocument({
      archive: `/explorer/archive/${archive().hash}.json`,
      others: ["/", CATALOGUE, SEARCH, ...single],
    }),
  );
  documentRoute(app, "/explorer/whole.json", whole);
  // An archive of another version is missing: the page reads the list again at its next visit.
  const GET: RouteHandlerMethod = async (request, reply) => {
    const { name } = request.params as { name: string };
    const known = `${archive().hash}.json`;
    if (name !== known) return sendMissing(reply, "archive", name, [known]);
    return sendDocument(request, reply, archive(), FOR_EVER);
  };
  route(app, "/explorer/archive/:name", { GET, config: { files: true } });
}

function isText(path: string): boolean {
  return !typeOf(path).startsWith("font/");
}

/** Returns the tool of a file of golden cases. */
function casesIn(file: string): string | undefined {
  return /^cases-(\w+)\.\w+\.json$/.exec(file)?.[1];
}

function isServed({ tools }: RuntimeSet, tool: string | undefined): boolean {
  return tool === undefined || tools.has(tool);
}

/** Lists the contents of the first page, and the code and texts of each tool. */
function catalogue(set: RuntimeSet, index: Index | undefined, pieces: readonly string[]) {
  const own = index?.tools.filter(({ legacy }) => !legacy);
  const built = new Map(own?.map((entry) => [entry.facts.name, entry]));
  const cases = new Map(pieces.map((file) => [casesIn(file), file]));
  const tools = [...set.tools.values()].map((tool) => {
    const { inputs: _, files: __, successor: ___, questions: ____, also: _____, ...facts } = tool.facts;
    const { name } = facts;
    const [entry, known] = [built.get(name), cases.get(name)];
    return {
      ...facts,
      hash: identityOf(set, tool).sha256,
      files: textsOf(set, tool),
      ...(known === undefined ? {} : { cases: known }),
      ...(entry === undefined ? {} : { module: entry.module, data: entry.data }),
    };
  });
  return { edition: set.edition, tools };
}

/** Lists path and hash of each file that a tool's definition is read from. */
function textsOf(set: RuntimeSet, tool: RuntimeTool): (readonly [path: string, sha256: string])[] {
  const sources = set.files.get(SOURCES);
  const own = definitionFiles(set, tool).filter(([path]) => path !== SOURCES && set.files.has(path));
  return [...own, ...(sources === undefined ? [] : [[SOURCES, sources.sha256] as const])];
}
