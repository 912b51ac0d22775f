import { ApiExtension, type ExtensionTool } from '@kamar/extensions'
import type { FieldInfo, QueryField } from '@kamar/viewer'
import { make, makeButton } from '../shared/elements.js'
import { createPanelTool } from '../shared/panel-tool.js'
import { type Bar, barsOfGroups } from './bars.js'
import { histogramMessages } from './messages.js'

const barsIcon = 'M5 20V10M12 20V4M19 20v-7'
const maxBars = 24
const maxFields = 200
const classField: QueryField = { set: '', property: 'class' }

/** Chart of a property's values; a click on a bar colours its elements, a second click removes the colour. */
export class HistogramExtension extends ApiExtension {
  #field: QueryField = classField
  #painted = new Set<string>()

  override load(): boolean {
    this.extendLocalization(histogramMessages)
    this.atUnload(this.api.on('MODEL_UNLOADED_EVENT', () => this.#painted.clear()))
    return true
  }
  override unload(): void {
    if (this.#painted.size > 0) this.api.clearThemingColors()
    super.unload()
  }

  /** Saved views store the property; they store the colours themselves. */
  override getState(): unknown {
    return this.#field === classField ? undefined : this.#field
  }
  override restoreState(state: unknown): void {
    const { set, property } = (state ?? {}) as Partial<QueryField>
    this.#field = typeof set === 'string' && typeof property === 'string' ? { set, property } : classField
    this.#painted.clear()
  }

  protected override createTool(): ExtensionTool {
    return createPanelTool(this.api, {
      id: 'examples.histogram',
      iconPath: barsIcon,
      title: () => this.t('histogram.title'),
      draw: (container) => void this.#show(container),
      redrawOn: ['OBJECT_TREE_CREATED_EVENT', 'VIEWER_STATE_RESTORED_EVENT'],
    })
  }

  async #show(container: HTMLElement): Promise<void> {
    const { queries, model } = this.viewer
    const shapes = model?.shapes ?? new Uint8Array(0)
    const [fields, values] = await Promise.all([queries.fields(), queries.values(this.#field, shapes, maxBars)])
    const chart = make('div')
    const draw = (): void => {
      const bars = barsOfGroups(values.groups, this.t('histogram.empty'))
      chart.replaceChildren(...bars.map((bar) => this.#createBar(bar, draw)))
      if (bars.length === 0) chart.replaceChildren(make('p', this.t('histogram.nothing')))
    }
    draw()
    container.replaceChildren(this.#createChooser(fields, container), chart)
  }

  #createChooser(fields: readonly FieldInfo[], container: HTMLElement): HTMLElement {
    const choices = [{ field: classField, text: this.t('histogram.class') }].concat(
      fields.slice(0, maxFields).map(({ set, property }) => ({
        field: { set, property },
        text: `${property} · ${set}`,
      })),
    )
    const select = make('select')
    select.append(...choices.map(({ text }) => make('option', text)))
    select.selectedIndex = choices.findIndex(
      ({ field }) => field.set === this.#field.set && field.property === this.#field.property,
    )
    select.addEventListener('change', () => {
      this.#field = choices[select.selectedIndex]?.field ?? classField
      this.#painted.clear()
      this.api.clearThemingColors()
      void this.#show(container)
    })
    return make('label', [make('span', this.t('histogram.property')), select])
  }

  #createBar({ label, elements, share, rgb }: Bar, changed: () => void): HTMLElement {
    const isPainted = this.#painted.has(label)
    const button = makeButton('', () => {
      if (isPainted) this.#painted.delete(label)
      else this.#painted.add(label)
      this.viewer.undoable(() => this.api.setThemingColor(elements, isPainted ? null : { rgb }))
      changed()
    })
    button.className = 'extension-bar'
    button.setAttribute('aria-pressed', String(isPainted))
    const bar = make('span')
    bar.className = 'extension-bar-length'
    bar.style.width = `${Math.round(share * 100)}%`
    bar.style.background = `rgb(${rgb.join(' ')})`
    button.append(make('span', label), make('span', String(elements.length)), bar)
    return button
  }
}
