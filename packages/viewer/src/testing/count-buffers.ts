/** Script for a page that counts the bytes of its live GPU buffers, and their maximum, in `window.buffers`. */
export const countBuffers = `{
  const buffers = (window.buffers = { live: 0, max: 0 })
  const sizes = new Map()
  const bound = new Map()
  const prototype = WebGL2RenderingContext.prototype
  const { bindBuffer, bufferData, deleteBuffer } = prototype
  prototype.bindBuffer = function (target, buffer) {
    bound.set(target, buffer)
    return bindBuffer.call(this, target, buffer)
  }
  prototype.bufferData = function (target, data, ...rest) {
    const buffer = bound.get(target)
    const size = typeof data === 'number' ? data : data.byteLength
    buffers.live += size - (sizes.get(buffer) ?? 0)
    buffers.max = Math.max(buffers.max, buffers.live)
    sizes.set(buffer, size)
    return bufferData.call(this, target, data, ...rest)
  }
  prototype.deleteBuffer = function (buffer) {
    buffers.live -= sizes.get(buffer) ?? 0
    sizes.delete(buffer)
    return deleteBuffer.call(this, buffer)
  }
}`
