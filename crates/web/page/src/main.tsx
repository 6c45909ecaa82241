import { render } from "preact";
import "@sabaki/shudan/css/goban.css";
import "uplot/dist/uPlot.min.css";
import "./style/page.css";
import "./style/board.css";
import "./style/controls.css";
import "./style/panels.css";
import { Page } from "./parts/Page";
import { table } from "./table";

table.start();
const place = document.getElementById("page");
if (place) render(<Page />, place);
