import { ApiExtension, type ExtensionTool } from '@kamar/extensions'
import { make, makeTable } from '../shared/elements.js'
import { createPanelTool } from '../shared/panel-tool.js'
import { countBy, summarise } from './summarise.js'
import { summaryMessages } from './messages.js'

const sigma = 'M18 5H6l6 7-6 7h12'
/** Maximum number of elements whose properties are read, to avoid a delay. */
const maxElements = 5_000

/** Counts the selected elements by class and sums their quantities. */
export class SummaryExtension extends ApiExtension {
  #reading = new AbortController()

  override load(): boolean {
    this.extendLocalization(summaryMessages)
    return true
  }

  protected override createTool(): ExtensionTool {
    return createPanelTool(this.api, {
      id: 'examples.summary',
      iconPath: sigma,
      title: () => this.t('summary.title'),
      draw: (container) => void this.#show(container).catch(() => undefined),
      redrawOn: ['SELECTION_CHANGED_EVENT', 'MODEL_UNLOADED_EVENT'],
      closed: () => this.#reading.abort(),
    })
  }

  async #show(container: HTMLElement): Promise<void> {
    this.#reading.abort()
    this.#reading = new AbortController()
    const { signal } = this.#reading
    const selected = this.api.getSelection()
    if (selected.length === 0) return container.replaceChildren(make('p', this.t('summary.nothing')))
    const tree = await this.api.getInstanceTree({ signal })
    const parts = tree.withDescendants(selected).filter((id) => tree.hasShape(id))
    const classes = countBy(parts.map((id) => tree.getNodeType(id)))
    const read = parts.slice(0, maxElements)
    const sums = summarise(await this.api.getBulkProperties(read, {}, { signal }))
    const format = new Intl.NumberFormat(this.api.localization.language, { maximumFractionDigits: 2 })
    container.replaceChildren(
      make('h3', this.t('summary.elements', { count: format.format(parts.length) })),
      makeTable(classes.map(([name, count]) => [name, format.format(count)])),
      ...(sums.length === 0 ? [] : [make('h3', this.t('summary.quantities'))]),
      makeTable(sums.map(({ name, unit, sum }) => [this.t(`summary.${name}`), `${format.format(sum)} ${unit}`.trim()])),
      ...(read.length < parts.length ? [make('p', this.t('summary.cut', { count: format.format(maxElements) }))] : []),
    )
  }
}
