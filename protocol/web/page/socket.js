// The line to the server: it comes back by itself, and then says again who is there.

/** @typedef {{say: string, [field: string]: any}} Message */

export class Line {
  /**
   * @param {() => object | null} hello the first message of every connection
   * @param {(message: Message) => void} hear
   * @param {(there: boolean) => void} there
   */
  constructor(hello, hear, there) {
    this.hello = hello;
    this.hear = hear;
    this.there = there;
    this.tries = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    if (this.closed) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.there(true);
      const first = this.hello();
      if (first) this.say(first);
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.closed || socket !== this.socket) return;
      this.there(false);
      const wait = Math.min(5000, 250 * 2 ** this.tries++);
      setTimeout(() => this.connect(), wait);
    });
  }

  /** @param {object} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
