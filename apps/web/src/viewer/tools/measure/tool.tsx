import { Ruler } from 'lucide-react'
import { needsModel, startTool, toggleTool } from '../../kit/actions.js'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { measureKinds, MeasureBar } from './measure-bar.js'
import { MeasurePanel } from './measure-panel.js'
import { type MeasureControl, useMeasure } from './use-measure.js'

type MeasureContext = Context<MeasureControl>

const panel = 'measure'

/** Commands of the kinds of measurement; each also switches the tool on. */
const kindActions = Object.fromEntries(
  measureKinds.map(({ kind }): [`measure.${typeof kind}`, Action<MeasureControl>] => [
    `measure.${kind}`,
    {
      disabled: needsModel,
      run(context) {
        startTool(context, panel)
        context.control.start(kind)
      },
    },
  ]),
)

/** Measures the model. */
export const tool = defineTool({
  descriptor,
  useControl: useMeasure,
  actions: {
    ...kindActions,
    measure: {
      icon: Ruler,
      disabled: needsModel,
      isOn: ({ control }: MeasureContext) => control.isActive,
      run: (context: MeasureContext) => toggleTool(context, panel),
    },
  },
  activity: ({ control }: MeasureContext) => (control.isActive ? { group: 'pick', stop: control.stop } : null),
  describe: describeLatest,
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

/** Returns the text of the latest measurement. */
function describeLatest({ control: { engine, measurements }, t }: MeasureContext): string {
  const last = measurements.at(-1)
  if (!engine || !last) return ''
  const values = engine
    .computeValues(last)
    .map((value) => `${t(`measure.value.${value.name}`)}: ${engine.formatValue(value)}`)
  return `${t(`measure.kind.${last.kind}`)}. ${values.join(', ')}`
}
