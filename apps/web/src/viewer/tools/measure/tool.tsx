import type { ViewChip } from '@kamar/extensions'
import type { MeasureKind, SheetMeasureKind } from '@kamar/viewer'
import { Eraser, Ruler, Square } from 'lucide-react'
import { needsCanvas, needsModel, startTool, stopTool, toggleTool } from '../../kit/actions.js'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { formatValues } from './format-values.js'
import { mapMeasureState } from './map-state.js'
import { measureKinds, MeasureBar } from './measure-bar.js'
import { MeasurePanel } from './measure-panel.js'
import { type MeasureControl, useMeasure } from './use-measure.js'
import { type SheetMeasureControl, useSheetMeasure } from './use-sheet-measure.js'

type Control = MeasureControl & SheetMeasureControl
type MeasureContext = Context<Control>

const panel = 'measure'

/** Starts a kind of measurement, which also switches the tool on. */
const startKind = (kind: MeasureKind): Action<Control> => ({
  disabled: needsModel,
  run(context) {
    startTool(context, panel)
    context.control.start(kind)
  },
})

const pointKinds = measureKinds.map(({ kind }) => kind).filter((kind) => kind !== 'clearance')

/** Commands of the kinds of measurement. */
const kindActions = Object.fromEntries(
  pointKinds.map((kind): [`measure.${typeof kind}`, Action<Control>] => [`measure.${kind}`, startKind(kind)]),
)

/** A kind that also measures sheets. */
const onBoth = (kind: SheetMeasureKind, icon: typeof Ruler): Action<Control> => ({
  icon,
  // The tiles of a phone have little space.
  text: ({ session, t }) => t(session.layout.isCompact ? `measure.kind.${kind}` : `sheets.${kind}`),
  isOn: ({ control, session }) => session.drawing.isShown && control.sheetKind === kind,
  disabled: needsCanvas,
  run: (context) =>
    context.session.drawing.isShown ? context.control.measureSheet(kind) : kindActions[`measure.${kind}`]?.run(context),
})

/** Measures the model, or a sheet. */
export const tool = defineTool({
  descriptor,
  useControl: (session): Control => ({ ...useMeasure(session), ...useSheetMeasure(session.sheet) }),
  stateMappers: { 'kamar.measure': mapMeasureState },
  actions: {
    ...kindActions,
    clearance: startKind('clearance'),
    'measure.distance': onBoth('distance', Ruler),
    'measure.area': onBoth('area', Square),
    'sheet.clear': {
      icon: Eraser,
      when: ({ session }: MeasureContext) => session.shownSheet.measurements.length > 0,
      run: ({ session }: MeasureContext) => session.shownSheet.changes.change({ measurements: [] }),
    },
    measure: {
      icon: Ruler,
      disabled: needsModel,
      isOn: ({ control }: MeasureContext) => control.isActive,
      run: (context: MeasureContext) => toggleTool(context, panel),
    },
  },
  activity: (context: MeasureContext) =>
    context.control.isActive ? { group: 'pick', stop: () => stopTool(context, panel) } : null,
  describe: describeLatest,
  chips: listChips,
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 110,
      title: 'measure.list',
      isTransient: true,
      content: {
        component: ({ control, session }: MeasureContext) => (
          <MeasurePanel measure={control} viewer={session.viewer} tree={session.tree} />
        ),
      },
    },
    {
      id: 'measure.bar',
      slot: 'bar',
      order: 20,
      when: ({ control }: MeasureContext) => control.isActive,
      content: {
        component: (context: MeasureContext) => (
          <MeasureBar
            measure={context.control}
            isCompact={context.session.layout.isCompact}
            onList={() => context.session.layout.toggle(panel)}
            onClose={() => toggleTool(context, panel)}
          />
        ),
      },
    },
  ],
})

function listChips(context: MeasureContext): readonly ViewChip[] {
  return [...listModelChips(context), ...listSheetChips(context)]
}

function listSheetChips({ session: { shownSheet }, t }: MeasureContext): readonly ViewChip[] {
  const { changes, measurements } = shownSheet
  if (measurements.length === 0) return []
  const { areMeasurementsVisible: isVisible } = changes
  const visibility = {
    isVisible,
    label: t(isVisible ? 'chips.hideMeasurements' : 'chips.showMeasurements'),
    toggle: () => changes.setMeasurementsVisible(!isVisible),
  }
  const text = t('chips.measurements', { count: measurements.length })
  const remove = (): void => changes.change({ measurements: [] })
  return [{ id: 'sheet-measure', surface: 'sheet', text, visibility, remove }]
}

function listModelChips({ control: { engine, isVisible, measurements }, t }: MeasureContext): readonly ViewChip[] {
  if (!engine || measurements.length === 0) return []
  const visibility = {
    isVisible,
    label: t(isVisible ? 'chips.hideMeasurements' : 'chips.showMeasurements'),
    toggle: () => engine.setVisible(!isVisible),
  }
  const text = t('chips.measurements', { count: measurements.length })
  return [{ id: 'measure', text, visibility, remove: () => engine.clear() }]
}

/** Returns the text of the latest measurement. */
function describeLatest({ control: { engine, measurements }, t }: MeasureContext): string {
  const last = measurements.at(-1)
  if (!engine || !last) return ''
  const values = formatValues(engine, last, t).map(({ name, text }) => `${name}: ${text}`)
  return `${t(`measure.kind.${last.kind}`)}. ${values.join(', ')}`
}
