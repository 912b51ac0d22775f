import { ApiExtension, type ExtensionTool, type Tool, type ToolPointer } from '@kamar/extensions'
import { make, makeButton } from '../shared/elements.js'
import { createPanelTool } from '../shared/panel-tool.js'
import { type PinnedIssue, readIssues } from './pinned-issues.js'
import { pinsMessages } from './messages.js'

const flag = 'M6 21V4h12l-3 4 3 4H6'
const layerName = 'issue-pins'
const toolName = 'issue-pins'
const panelId = 'examples.issue-pins'

/** Places numbered pins on clicked points of the model while the panel is open; saved with the view. */
export class IssuePinsExtension extends ApiExtension {
  #issues: readonly PinnedIssue[] = []
  /** Null while the panel is closed. */
  #container: HTMLElement | null = null

  override load(): boolean {
    this.extendLocalization(pinsMessages)
    this.atUnload(this.api.on('MODEL_UNLOADED_EVENT', () => this.#set([])))
    this.api.toolController.registerTool(this.#tool)
    return true
  }
  override unload(): void {
    this.api.toolController.deregisterTool(this.#tool)
    this.api.overlays.removeScene(layerName)
    super.unload()
  }

  override getState(): unknown {
    return this.#issues.length === 0 ? undefined : this.#issues
  }
  override restoreState(state: unknown): void {
    this.#set(readIssues(state))
  }

  protected override createTool(): ExtensionTool {
    return createPanelTool(this.api, {
      id: panelId,
      iconPath: flag,
      title: () => this.t('pins.title'),
      draw: (container) => {
        this.#container = container
        this.api.toolController.activateTool(toolName)
        this.#show()
      },
      closed: () => {
        this.#container = null
        this.api.toolController.deactivateTool(toolName)
      },
    })
  }

  readonly #tool: Tool = {
    getName: () => toolName,
    getCursor: () => 'crosshair',
    handleSingleClick: ({ pick }: ToolPointer) => {
      if (pick === null) return false
      const text = this.t('pins.issue', { number: this.#issues.length + 1 })
      this.#change([...this.#issues, { at: pick.point, element: pick.element, text }])
      return true
    },
    handleKeyDown: (_, code) => {
      if (code !== 'Escape') return false
      this.api.ui.session?.layout.close(panelId)
      return true
    },
  }

  /** Applies a change that Ctrl+Z can undo. */
  #change(issues: readonly PinnedIssue[]): void {
    const before = this.#issues
    this.#set(issues)
    this.viewer.history.push({ undo: () => this.#set(before), redo: () => this.#set(issues) })
  }

  #set(issues: readonly PinnedIssue[]): void {
    this.#issues = issues
    const layer = this.api.overlays.addScene(layerName)
    layer.clear()
    issues.forEach(({ at, text }, index) => {
      const pin = makeButton(String(index + 1), () => this.#goTo(issues[index]))
      pin.className = 'extension-pin'
      pin.setAttribute('aria-label', text)
      layer.addIcon({ at, element: pin })
    })
    this.#show()
  }

  #goTo(issue: PinnedIssue | undefined): void {
    if (issue?.element == null) return
    this.api.select(issue.element)
    this.api.fitToView(issue.element)
  }

  #show(): void {
    const lines = this.#issues.map((issue, index) => {
      const field = make('input')
      field.value = issue.text
      field.maxLength = 200
      field.setAttribute('aria-label', this.t('pins.text', { number: index + 1 }))
      field.addEventListener('change', () => this.#change(this.#issues.with(index, { ...issue, text: field.value })))
      const remove = makeButton(this.t('pins.remove'), () => this.#change(this.#issues.toSpliced(index, 1)))
      return make('li', [makeButton(String(index + 1), () => this.#goTo(issue)), field, remove])
    })
    this.#container?.replaceChildren(make('p', this.t('pins.hint')), make('ul', lines))
  }
}
