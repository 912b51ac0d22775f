/**
 * Script for a page that counts the bytes of its live GPU buffers and textures of shapes, and their maximum, in
 * `window.buffers`.
 */
export const countBuffers = `{
  const buffers = (window.buffers = { live: 0, max: 0 })
  const sizes = new Map()
  const bound = new Map()
  const prototype = WebGL2RenderingContext.prototype
  const { bindBuffer, bufferData, deleteBuffer, bindTexture, texStorage2D, deleteTexture } = prototype
  const bytesPerTexel = { [prototype.RGBA16UI]: 8, [prototype.R32UI]: 4 }
  const setSize = (object, size) => {
    buffers.live += size - (sizes.get(object) ?? 0)
    buffers.max = Math.max(buffers.max, buffers.live)
    sizes.set(object, size)
  }
  prototype.bindBuffer = function (target, buffer) {
    bound.set(target, buffer)
    return bindBuffer.call(this, target, buffer)
  }
  prototype.bufferData = function (target, data, ...rest) {
    setSize(bound.get(target), typeof data === 'number' ? data : data.byteLength)
    return bufferData.call(this, target, data, ...rest)
  }
  prototype.deleteBuffer = function (buffer) {
    setSize(buffer, 0)
    return deleteBuffer.call(this, buffer)
  }
  prototype.bindTexture = function (target, texture) {
    bound.set(target, texture)
    return bindTexture.call(this, target, texture)
  }
  prototype.texStorage2D = function (target, levels, format, width, height) {
    if (format in bytesPerTexel) setSize(bound.get(target), width * height * bytesPerTexel[format])
    return texStorage2D.call(this, target, levels, format, width, height)
  }
  prototype.deleteTexture = function (texture) {
    setSize(texture, 0)
    return deleteTexture.call(this, texture)
  }
}`
