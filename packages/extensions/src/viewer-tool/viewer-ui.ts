import { EventEmitter } from '@kamar/viewer'
import type { ViewerSession } from './viewer-session.js'
import type { ToolContext, ViewerTool } from './viewer-tool.js'

/** A tool that an extension adds to the page while it runs: buttons, floating views, and entries of the palette. */
export type ExtensionTool = ViewerTool<ToolContext<unknown>>

/**
 * Connects extensions with the page: the page shows the tools that they add like its own, and gives them its session.
 * `changed` follows each change of either.
 */
export class ViewerUi extends EventEmitter<{ readonly changed: null }> {
  #tools: readonly ExtensionTool[] = []
  #session: ViewerSession | null = null

  /** Added tools; another list after each change. */
  get tools(): readonly ExtensionTool[] {
    return this.#tools
  }
  /** The open document, as tools see it; null without a page. */
  get session(): ViewerSession | null {
    return this.#session
  }
  /** Called by the page after each change of its session. */
  setSession(session: ViewerSession): void {
    this.#session = session
    this.emit('changed', null)
  }

  /** Adds a tool, or replaces the one with its id; returns a function that removes it and closes its views. */
  add(tool: ExtensionTool): () => void {
    const isOther = ({ descriptor }: ExtensionTool): boolean => descriptor.id !== tool.descriptor.id
    this.#setTools([...this.#tools.filter(isOther), tool])
    return () => {
      for (const { id } of tool.views ?? []) this.#session?.layout.close(id)
      this.#setTools(this.#tools.filter(isOther))
    }
  }
  /** Shows the tools again, after a label or the state of a button changed. */
  refresh(): void {
    this.#setTools([...this.#tools])
  }

  #setTools(tools: readonly ExtensionTool[]): void {
    this.#tools = tools
    this.emit('changed', null)
  }
}
