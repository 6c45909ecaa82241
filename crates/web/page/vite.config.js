import { defineConfig } from "vite";

// While the page is worked on, its socket goes to a server at this address: the mock, or Shidogo itself.
const server = process.env.SHIDOGO_SERVER ?? "http://127.0.0.1:8011";

export default defineConfig({
  base: "./",
  build: {
    // Browsers that know light-dark(); older ones would get it rewritten into twice the style sheet.
    target: ["es2022", "chrome123", "firefox120", "safari17.5"],
    // The polyfill would only serve browsers that the line above leaves out.
    modulePreload: { polyfill: false },
    // The licences of what is bundled ask that they go along with it.
    license: { fileName: "licences.md" },
  },
  server: { proxy: { "/ws": { target: server, ws: true } } },
});
