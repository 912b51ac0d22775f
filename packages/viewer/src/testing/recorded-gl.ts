/** A call of a WebGL function. */
export interface GlCall {
  readonly name: string
  readonly args: readonly unknown[]
}

/** A WebGL context that draws nothing, and the calls of its functions. */
export interface RecordedGl {
  readonly gl: WebGL2RenderingContext
  readonly calls: GlCall[]
  /** Returns the arguments of the calls of a function since the calls were last cleared. */
  listArgs(name: string): (readonly unknown[])[]
  /** Values of `getParameter` by constant name; 0 where none is given. */
  readonly parameters: Record<string, number>
}

/** Bits of `clear`, which are combined; every other constant is its own name. */
const bits: Readonly<Record<string, number>> = {
  COLOR_BUFFER_BIT: 0x4000,
  DEPTH_BUFFER_BIT: 0x100,
  STENCIL_BUFFER_BIT: 0x400,
}

/** Name of an object of the context: its kind and number. */
type GlName = `${string} ${number}`

/**
 * Creates the context. Constants are their names, created objects are named by kind and number, uniform locations by
 * the name of the uniform: tests compare them as texts.
 */
export function recordGl(size = { width: 800, height: 600 }): RecordedGl {
  const calls: GlCall[] = []
  const parameters: Record<string, number> = { MAX_TEXTURE_SIZE: 4096, MAX_CLIP_DISTANCES_WEBGL: 8 }
  let created = 0
  const results: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    getParameter: (name) => parameters[String(name)] ?? 0,
    getUniformLocation: (_program, name) => name,
    getProgramParameter: () => true,
    getSyncParameter: () => parameters['SYNC_STATUS'] ?? 'SIGNALED',
    getExtension: () => null,
    getError: () => 0,
    isContextLost: () => false,
  }
  const canvas = { ...size }
  const call = (name: string, args: unknown[]): unknown => {
    calls.push({ name, args })
    const result = results[name]
    if (result !== undefined) return result(...args)
    const kind = /^(?:create|fence)(\w+)/.exec(name)?.[1]
    return kind === undefined ? undefined : (`${kind} ${created++}` satisfies GlName)
  }
  const gl = new Proxy({ canvas } as Record<string, unknown>, {
    get: (target, key) => {
      const name = String(key)
      if (name in target) return target[name]
      if (name === 'drawingBufferWidth') return canvas.width
      if (name === 'drawingBufferHeight') return canvas.height
      if (/^[A-Z0-9_]+$/.test(name)) return bits[name] ?? name
      return (...args: unknown[]) => call(name, args)
    },
  })
  return {
    gl: gl as unknown as WebGL2RenderingContext,
    calls,
    parameters,
    listArgs: (name) => calls.filter((one) => one.name === name).map(({ args }) => args),
  }
}
