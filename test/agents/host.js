// A host of MCP Apps in a browser, made of the extension's own host side and the SDK's own client: it calls a tool and shows
// its page. What the page tells the host is kept in `window.host` for the test to look at.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const UI = "io.modelcontextprotocol/ui";

window.host = { contexts: [], heights: [], state: "starting" };

window.showTool = async ({ url, name, args, theme, modern }) => {
  const client = new Client(
    { name: "host", version: "1" },
    {
      capabilities: { extensions: { [UI]: { mimeTypes: ["text/html;profile=mcp-app"] } } },
      ...(modern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {}),
    },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  const { resourceUri } = tools.find((tool) => tool.name === name)._meta.ui;
  const { contents } = await client.readResource({ uri: resourceUri });
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = "width: 100%; height: 300px; border: 0";
  document.body.append(frame);
  const bridge = new AppBridge(
    client,
    { name: "host", version: "1" },
    { serverTools: {}, updateModelContext: { text: {}, structuredContent: {} } },
    { hostContext: { theme } },
  );
  bridge.onupdatemodelcontext = async (params) => {
    window.host.contexts.push(params);
    return {};
  };
  bridge.addEventListener("sizechange", ({ height }) => {
    window.host.heights.push(height);
    frame.style.height = `${height}px`;
  });
  const ready = new Promise((resolve) => bridge.addEventListener("initialized", resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = contents[0].text;
  await ready;
  await bridge.sendToolInput({ arguments: args });
  await bridge.sendToolResult(await client.callTool({ name, arguments: args }));
  window.host.state = "shown";
  return { resourceUri, mimeType: contents[0].mimeType };
};
