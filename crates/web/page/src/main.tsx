import { render } from "preact";
import "@sabaki/shudan/css/goban.css";
import "uplot/dist/uPlot.min.css";
import "./style/page.css";
import "./style/board.css";
import "./style/controls.css";
import "./style/panels.css";
import "./style/over.css";
import "./style/inside.css";
import { Boundary } from "./parts/Boundary";
import { Page } from "./parts/Page";
import { table } from "./table";

table.start();
const place = document.getElementById("page");
if (place) {
  render(
    <Boundary>
      <Page />
    </Boundary>,
    place,
  );
}
