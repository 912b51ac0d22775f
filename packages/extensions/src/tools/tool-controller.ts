import type { Viewer } from '@kamar/viewer'
import type { Tool, ToolPointer } from './tool.js'

type PointerHandler = 'handleSingleClick' | 'handleDoubleClick' | 'handleButtonDown' | 'handleButtonUp'

/** Dispatches pointer and keyboard input to the active tools before the viewer handles it. */
export class ToolController {
  readonly #viewer: Viewer
  readonly #changed: (toolName: string, active: boolean) => void
  readonly #tools = new Map<string, Tool>()
  #active: readonly Tool[] = []
  #stop: (() => void) | null = null

  constructor(viewer: Viewer, changed: (toolName: string, active: boolean) => void) {
    this.#viewer = viewer
    this.#changed = changed
  }

  /** Registers a tool; returns false when the name is taken. */
  registerTool(tool: Tool): boolean {
    if (this.#tools.has(tool.getName())) return false
    this.#tools.set(tool.getName(), tool)
    return true
  }
  /** Deactivates and unregisters a tool; returns false when it was not registered. */
  deregisterTool(tool: Tool): boolean {
    this.deactivateTool(tool.getName())
    return this.#tools.delete(tool.getName())
  }
  /** Returns the tool with the highest priority; null when none is active. */
  getActiveToolName(): string | null {
    return this.#active[0]?.getName() ?? null
  }
  isToolActivated(name: string): boolean {
    return this.#active.some((tool) => tool.getName() === name)
  }

  /** Activates a tool; returns false when there is none of that name, or it is already active. */
  activateTool(name: string): boolean {
    const tool = this.#tools.get(name)
    if (tool === undefined || this.isToolActivated(name)) return false
    // Among equal priorities, the most recently activated tool comes first.
    this.#active = [tool, ...this.#active].sort((one, other) => getPriority(other) - getPriority(one))
    this.#stop ??= this.#listen()
    tool.activate?.(name)
    this.#settle(name, true)
    return true
  }
  /** Deactivates a tool; returns false when it was inactive. */
  deactivateTool(name: string): boolean {
    const tool = this.#active.find((one) => one.getName() === name)
    if (tool === undefined) return false
    this.#active = this.#active.filter((one) => one !== tool)
    tool.deactivate?.(name)
    if (this.#active.length === 0) {
      this.#stop?.()
      this.#stop = null
    }
    this.#settle(name, false)
    return true
  }

  #settle(name: string, active: boolean): void {
    this.#viewer.canvas.style.cursor = this.#active.map((tool) => tool.getCursor?.() ?? '').find(Boolean) ?? ''
    this.#changed(name, active)
  }

  #offer(offerTo: (tool: Tool) => boolean | undefined): boolean {
    return this.#active.some((tool) => offerTo(tool) === true)
  }

  /** Listens before the viewer's own gestures, so that they do not receive events a tool has handled. */
  #listen(): () => void {
    const { element } = this.#viewer
    const abort = new AbortController()
    const options = { capture: true, signal: abort.signal }
    element.addEventListener('pointerdown', (event) => this.#button('handleButtonDown', event), options)
    element.addEventListener('pointerup', (event) => this.#button('handleButtonUp', event), options)
    element.addEventListener('pointermove', (event) => this.#move(event), options)
    element.addEventListener('wheel', (event) => this.#wheel(event), { ...options, passive: false })
    element.addEventListener('keydown', (event) => this.#key('handleKeyDown', event), options)
    element.addEventListener('keyup', (event) => this.#key('handleKeyUp', event), options)
    const ends = [this.#interceptClicks(), this.#takePinches(), () => abort.abort()]
    return () => {
      for (const end of ends) end()
    }
  }

  #interceptClicks(): () => void {
    return this.#viewer.clickInterceptors.add(({ kind, x, y, pick, ...keys }) => {
      if (kind === 'contextMenu') return false
      const handler: PointerHandler = kind === 'click' ? 'handleSingleClick' : 'handleDoubleClick'
      const pointer: ToolPointer = {
        canvasX: x,
        canvasY: y,
        pick,
        shiftKey: keys.shift,
        ctrlKey: keys.control,
        touch: keys.touch,
      }
      return this.#offer((tool) => tool[handler]?.(pointer, 0))
    })
  }

  /** A pinch that no tool handles is passed to the previous handler. */
  #takePinches(): () => void {
    const { navigation } = this.#viewer
    let end = (): void => undefined
    const begin = (): void => {
      end = navigation.gestureStack.add({
        pinch: (from, to) => {
          const gesture = {
            type: 'pinch',
            canvasX: to.center.x,
            canvasY: to.center.y,
            scale: to.distance / from.distance,
          } as const
          if (this.#offer((tool) => tool.handleGesture?.(gesture))) return
          end()
          navigation.pinch(from, to)
          begin()
        },
      })
    }
    begin()
    return () => end()
  }

  #button(handler: PointerHandler, event: PointerEvent): void {
    if (!this.#isOnCanvas(event)) return
    const pointer = this.#toToolPointer(event)
    if (this.#offer((tool) => tool[handler]?.(pointer, event.button))) event.stopPropagation()
  }
  #move(event: PointerEvent): void {
    if (!this.#isOnCanvas(event)) return
    const pointer = this.#toToolPointer(event)
    if (this.#offer((tool) => tool.handleMouseMove?.(pointer))) event.stopPropagation()
  }
  #wheel(event: WheelEvent): void {
    if (!this.#isOnCanvas(event)) return
    const pointer = this.#toToolPointer(event)
    if (!this.#offer((tool) => tool.handleWheelInput?.(event.deltaY, pointer))) return
    event.preventDefault()
    event.stopPropagation()
  }
  #key(handler: 'handleKeyDown' | 'handleKeyUp', event: KeyboardEvent): void {
    if (!this.#offer((tool) => tool[handler]?.(event, event.code))) return
    event.preventDefault()
    event.stopPropagation()
  }

  #isOnCanvas(event: Event): boolean {
    return event.target === this.#viewer.canvas
  }
  #toToolPointer(event: PointerEvent | WheelEvent): ToolPointer {
    const { viewer, canvasX, canvasY } = { viewer: this.#viewer, ...this.#toCanvasPosition(event) }
    return {
      canvasX,
      canvasY,
      shiftKey: event.shiftKey,
      ctrlKey: event.ctrlKey || event.metaKey,
      touch: 'pointerType' in event && event.pointerType === 'touch',
      get pick() {
        return viewer.pick(canvasX, canvasY)
      },
    }
  }
  #toCanvasPosition({ clientX, clientY }: MouseEvent): { readonly canvasX: number; readonly canvasY: number } {
    const { left, top } = this.#viewer.canvas.getBoundingClientRect()
    return { canvasX: clientX - left, canvasY: clientY - top }
  }
}

const getPriority = (tool: Tool): number => tool.getPriority?.() ?? 0
