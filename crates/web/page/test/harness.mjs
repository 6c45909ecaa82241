// One page with Shidogo behind it, for tests of records; with PICTURES, a folder, pictures of the main views are left
// there.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PATIENCE, Server, asRegular, launch } from "./stage.mjs";

const pictures = process.env.PICTURES;

/** Runs a test with a server, a browser and a page that has been let in; everything ends with it. */
export async function withPage(test) {
  const server = await Server.start();
  const browser = await launch();
  const errors = [];
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
    context.setDefaultTimeout(PATIENCE);
    await asRegular(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      // Chromium reports every answer that refuses; those are what some tests are about.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) errors.push(message.text());
    });
    // Nothing that a record says may ever open one.
    page.on("dialog", (dialog) => {
      errors.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(server.address);
    await page.getByRole("button", { name: "Start" }).waitFor();
    await test({ page, context, ...tools(page) });
    assert.deepEqual(errors, []);
    console.log("all seen, no errors in the console");
  } finally {
    await browser.close();
    await server.end();
  }
}

function tools(page) {
  return {
    button: (name) => page.getByRole("button", { name, exact: true }),
    link: (name) => page.getByRole("link", { name, exact: true }),
    /** The board is drawn a moment after its place is known. */
    untilStones: (count) =>
      page.waitForFunction(
        (count) =>
          document.querySelector(".shudan-vertex") !== null &&
          document.querySelectorAll(".shudan-vertex:not(.shudan-sign_0)").length === count,
        count,
      ),
    notice: (text) => page.locator(".notice", { hasText: text }),
    /** Chooses a file as the user would. */
    choose: async (name, text) => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: "Open SGF…" }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: "application/x-go-sgf", buffer: Buffer.from(text) });
    },
    /** Drops a file on the page, or several: names and contents in turn. */
    drop: async (...files) => {
      const pairs = files.flatMap((name, i) => (i % 2 === 0 ? [[name, [...Buffer.from(files[i + 1])]]] : []));
      const transfer = await page.evaluateHandle((pairs) => {
        const transfer = new DataTransfer();
        for (const [name, bytes] of pairs) transfer.items.add(new File([new Uint8Array(bytes)], name));
        return transfer;
      }, pairs);
      await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
      await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
    },
    /** What is saved by something. */
    saved: async (act) => {
      const [download] = await Promise.all([page.waitForEvent("download"), act()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
    },
    widerThanWindow: () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    picture: async (name) => {
      if (pictures) await page.screenshot({ path: join(pictures, `${name}.jpg`), type: "jpeg", quality: 80 });
    },
    step: (name) => console.log("seen:", name),
  };
}
