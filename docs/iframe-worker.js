// Search in pages opened from the file system, where browsers start no workers: the worker's script runs in a hidden frame.
// The theme's plugin would load such a script from another host; a name with "iframe-worker" in it takes its place.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      this.inner = frame.contentWindow
      this.inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
      this.inner.importScripts = async (...urls) => {
        for (const each of urls) await this.load(each)
      }
      this.ready = this.load(url)
    }

    load(url) {
      return new Promise((done, failed) => {
        const script = this.inner.document.createElement("script")
        script.src = new URL(url, location.href)
        script.onload = done
        script.onerror = failed
        this.inner.document.body.append(script)
      })
    }

    async postMessage(data) {
      await this.ready
      this.inner.dispatchEvent(new this.inner.MessageEvent("message", { data }))
    }
  }
}
