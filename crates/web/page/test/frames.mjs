// How smoothly the page draws while the engine says 300 things a second, on 19 × 19, in every view: frames a second,
// the longest gap between two, how busy the page's thread is, and whether anything moved that nobody touched. Takes a
// built page; CHROMIUM names the browser (/usr/bin/chromium), RATE other messages a second.

import { spawn } from "node:child_process";
import { asRegular, launch } from "./stage.mjs";

const root = new URL("..", import.meta.url).pathname;
const port = 8013;
const rate = process.env.RATE ?? "300";
const seconds = 5;

const server = spawn("node", ["test/mock-server.mjs"], { cwd: root, env: { ...process.env, PORT: port, RATE: rate } });
await new Promise((ready) => server.stdout.once("data", ready));
const browser = await launch();
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await asRegular(context);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.getByText("19 × 19").click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Your turn").waitFor();
  await page.getByRole("button", { name: "Territory" }).click();
  await page.getByRole("button", { name: "Look", exact: true }).click();
  await page.locator(".thought").first().waitFor();
  const tracing = await context.newCDPSession(page);
  await tracing.send("Performance.enable");
  const busy = async () => {
    const { metrics } = await tracing.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value;
  };
  for (const view of ["idle", "Moves", "Curve", "Fights", "Lines"]) {
    if (view === "idle") await page.getByRole("button", { name: "Look", exact: true }).click();
    else await page.getByRole("tab", { name: view }).click();
    if (view === "Moves") await page.getByRole("button", { name: "Look", exact: true }).click();
    await page.waitForTimeout(300);
    const before = await busy();
    const seen = await page.evaluate(
      (seconds) =>
        new Promise((done) => {
          const times = [];
          const shifts = [];
          const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
          observer.observe({ type: "layout-shift" });
          const tick = (now) => {
            times.push(now);
            if (now - times[0] < seconds * 1000) return requestAnimationFrame(tick);
            observer.disconnect();
            const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
            done({
              framesPerSecond: Math.round(gaps.length / seconds),
              longestGap: Math.round(gaps.at(-1)),
              gapOf99In100: Math.round(gaps[Math.floor(gaps.length * 0.99)]),
              shifted: Number(shifts.reduce((sum, shift) => sum + shift.value, 0).toFixed(5)),
            });
          };
          requestAnimationFrame(tick);
        }),
      seconds,
    );
    const share = Math.round((100 * ((await busy()) - before)) / seconds);
    console.log(`${view.padEnd(7)} ${JSON.stringify({ ...seen, busyPercent: share })}`);
  }
} finally {
  await browser.close();
  server.kill();
}
