import { render } from "preact";
import "@sabaki/shudan/css/goban.css";
import "uplot/dist/uPlot.min.css";
import "./style/page.css";
import "./style/board.css";
import "./style/controls.css";
import "./style/panels.css";
import "./style/over.css";
import "./style/inside.css";
import "./style/library.css";
import "./style/compact.css";
import "./style/legend.css";
import "./style/learn.css";
import "./style/steering.css";
import "./style/openings.css";
import { library } from "./library";
import { openings } from "./openings";
import { App } from "./parts/App";
import { Boundary } from "./parts/Boundary";
import { table } from "./table";
import { tutorial } from "./tutorial";

library.start();
tutorial.start();
openings.start();
table.start();
const place = document.getElementById("page");
if (place) {
  render(
    <Boundary>
      <App />
    </Boundary>,
    place,
  );
}
