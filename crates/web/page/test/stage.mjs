// Shidogo itself and a real browser, for plays: SHIDOGO names the program, CHROMIUM the browser (/usr/bin/chromium).

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const program = process.env.SHIDOGO ?? "../../../target/release/shidogo";

/** A server of its own in a folder of its own. */
export class Server {
  static async start() {
    const server = new Server();
    server.data = await mkdtemp(join(tmpdir(), "shidogo-page-"));
    await server.run("127.0.0.1:0");
    return server;
  }

  async run(listen) {
    this.process = spawn(program, ["page", "--no-open", "--data", this.data, "--listen", listen]);
    this.process.stderr.pipe(process.stderr);
    this.address = await new Promise((ready, failed) => {
      this.process.once("error", failed);
      this.process.once("exit", (code) => failed(new Error(`shidogo ended with ${code}`)));
      this.process.stdout.once("data", (text) => ready(String(text).match(/http:\S+/)[0]));
    });
    this.host = new URL(this.address).host;
  }

  async kill() {
    this.process.removeAllListeners("exit");
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await gone;
  }

  /** The same games at the same address again. */
  async restart() {
    await this.run(this.host);
  }

  async end() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

/** The mock server, at a port of its own. */
export class Mock {
  static async start(rate = 30) {
    const mock = new Mock();
    mock.process = spawn("node", [new URL("mock-server.mjs", import.meta.url).pathname], {
      env: { ...process.env, PORT: 0, RATE: rate, ANSWER_AFTER: 200 },
    });
    mock.process.stderr.pipe(process.stderr);
    mock.address = await new Promise((ready, failed) => {
      mock.process.once("exit", (code) => failed(new Error(`the mock server ended with ${code}`)));
      mock.process.stdout.once("data", (text) => ready(String(text).trim()));
    });
    return mock;
  }

  end() {
    this.process.removeAllListeners("exit");
    this.process.kill();
  }
}

/** Milliseconds to wait for what must come: a busy machine is no error. PATIENCE makes it shorter. */
export const PATIENCE = Number(process.env.PATIENCE ?? 120_000);

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Somebody who has been here before: nobody asks them whether they have played Go. */
export const asRegular = (context) =>
  context.addInitScript(() => {
    if (localStorage.getItem("shidogo.experience") === null) localStorage.setItem("shidogo.experience", '"a-little"');
  });

/** One page with a game's buttons and points at hand. Errors in its console are kept, but for those that are expected. */
export class Tab {
  errors = [];
  expectLoss = false;

  static async open(context, address) {
    const tab = new Tab();
    tab.page = await context.newPage();
    tab.page.setDefaultTimeout(PATIENCE);
    tab.page.on("pageerror", (error) => tab.errors.push(String(error)));
    tab.page.on("console", (message) => {
      if (message.type() === "error" && !tab.expectLoss) tab.errors.push(message.text());
    });
    await tab.page.goto(address);
    return tab;
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  point(x, y) {
    return this.page.locator(`.shudan-vertex[data-x="${x}"][data-y="${y}"]`);
  }

  stones() {
    return this.page.locator(".shudan-vertex:not(.shudan-sign_0)").count();
  }

  /** Waits until that many stones are on the board. */
  untilStones(count) {
    return this.page.waitForFunction(
      (count) => document.querySelectorAll(".shudan-vertex:not(.shudan-sign_0)").length === count,
      count,
    );
  }

  /** Waits until that many of something are there: what follows an answer of the server is drawn a moment later. */
  async untilCount(locator, count) {
    const patience = performance.now() + PATIENCE;
    for (let there = await locator.count(); there !== count; there = await locator.count()) {
      assert.ok(performance.now() < patience, `${locator} are ${there}, not ${count}`);
      await this.page.waitForTimeout(50);
    }
  }

  untilMoves(count) {
    return this.page.getByText(new RegExp(`Move ${count}$`)).waitFor();
  }

  async moves() {
    return Number((await this.page.locator(".facts").innerText()).match(/Move (\d+)$/)[1]);
  }

  yourTurn() {
    return this.page.getByText("Your turn").waitFor();
  }

  /** Starts a game: what is chosen first, then the button. */
  async begin(choose = async () => {}) {
    const start = this.button("Start");
    if (!(await start.isVisible())) await this.page.keyboard.press("n");
    await start.waitFor();
    await choose();
    await start.click();
    await this.page.locator(".players").waitFor();
  }

  size(size) {
    return this.page.getByLabel("Other size").last().fill(String(size));
  }

  /** A free point, of those that are named first, then any. */
  async freePoint(wished = []) {
    return await this.page.evaluate((wished) => {
      const free = (x, y) => document.querySelector(`.shudan-vertex.shudan-sign_0[data-x="${x}"][data-y="${y}"]`);
      // With a liberty beside it a stone can always be placed: anywhere else it may be suicide.
      const open = ([x, y]) => free(x, y) && (free(x - 1, y) || free(x + 1, y) || free(x, y - 1) || free(x, y + 1));
      const all = [...document.querySelectorAll(".shudan-vertex.shudan-sign_0")];
      const places = all.map(({ dataset }) => [Number(dataset.x), Number(dataset.y)]);
      return wished.find(open) ?? places.find(open) ?? places[0];
    }, wished);
  }

  /** Plays on a free point, and waits for the partner's answer. */
  async move(wished) {
    const before = await this.moves();
    const [x, y] = await this.freePoint(wished);
    await this.point(x, y).click();
    await this.page.waitForFunction(
      (moves) => Number(document.querySelector(".facts")?.textContent?.match(/Move (\d+)$/)?.[1]) >= moves,
      before + 2,
    );
    await this.yourTurn();
  }

  /** Passes until the partner does, too. */
  async untilCounting() {
    for (let turns = 0; !(await this.button("Agree").isVisible()); turns++) {
      if (turns >= 80) throw new Error("the game does not come to an end");
      const before = await this.moves();
      await this.button("Pass").click();
      await this.page.waitForFunction((before) => {
        const moves = Number(document.querySelector(".facts")?.textContent?.match(/Move (\d+)$/)?.[1]);
        const text = document.querySelector(".play-side")?.textContent ?? "";
        return text.includes("Agree") || (moves > before && text.includes("Your turn"));
      }, before);
    }
  }

  sidewaysScroll() {
    return this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }
}
