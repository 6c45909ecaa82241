// The socket to the server. It comes back by itself after it was lost: soon at first, then less and less often.

const soonest = 500;
const latest = 10_000;

export interface Listener {
  opened(): void;
  lost(): void;
  heard(raw: unknown): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private wait = soonest;
  private timer: number | undefined;

  constructor(private readonly listener: Listener) {}

  start(): void {
    // Someone who comes back to the page, or to the network, should not sit out a long wait.
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
    this.connect();
  }

  /** Whether it went out. What cannot go out is dropped: after a reconnection the board may be another. */
  send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = soonest;
      this.listener.opened();
    };
    socket.onmessage = (event) => this.listener.heard(event.data);
    socket.onclose = () => {
      this.socket = null;
      this.listener.lost();
      // Not all pages should come back at the same moment after a restart of the server.
      this.timer = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, latest);
    };
  }

  private hurry(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.wait = soonest;
    this.connect();
  }
}
