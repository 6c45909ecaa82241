// A page that breaks says so, and the game is there after it is loaded again.

export default async function ({ open, seen }) {
  const tab = await open();
  await tab.begin();
  await tab.yourTurn();
  await tab.move([[4, 4]]);
  tab.expectLoss = true;
  await tab.page.evaluate(() => {
    // Whatever draws next cannot.
    Array.prototype.map = () => {
      throw new Error("broken on purpose");
    };
  });
  await tab.page.keyboard.press("w");
  await tab.page.getByText("Something on this page broke.").waitFor();
  tab.errors.length = 0;
  await tab.button("Reload").click();
  await tab.yourTurn();
  await tab.untilStones(2);
  tab.expectLoss = false;
  seen("the page says that it broke, and goes on after it is loaded again");
}
