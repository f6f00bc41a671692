export default {
  plumbline: { input: "openapi.json", output: { target: "orval/api.ts", client: "fetch", baseUrl: process.env.BASE } },
};
