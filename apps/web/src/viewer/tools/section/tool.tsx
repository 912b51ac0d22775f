import type { ViewChip } from '@kamar/extensions'
import type { SectionExtension } from '@kamar/viewer'
import { Slice } from 'lucide-react'
import { notify } from '../../../platform/design/toasts-state.js'
import { needsModel, startTool, stopTool, toggleTool } from '../../kit/actions.js'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { mapSectionState } from './map-state.js'
import { PlaneNumber } from './plane-number.js'
import { SectionBar } from './section-bar.js'
import { SectionPanel } from './section-panel.js'
import { type SectionControl, useSection } from './use-section.js'

type SectionContext = Context<SectionControl>

const panel = 'section'

/** Switches the tool on and changes the sections. */
const change = (action: (engine: SectionExtension) => void): Action<SectionControl> => ({
  disabled: needsModel,
  run(context) {
    startTool(context, panel)
    context.session.viewer?.loadExtension('kamar.section').then(
      (engine) => action(engine as SectionExtension),
      () => notify(context.t('errors.unexpected'), { tone: 'problem' }),
    )
  },
})

/** Switches the tool on and picks a plane in the model. */
const pick = (mode: 'face' | 'points'): Action<SectionControl> => ({
  disabled: needsModel,
  run(context) {
    startTool(context, panel)
    context.control.start(mode)
  },
})

/** Cuts the model by planes and a box. */
export const tool = defineTool({
  descriptor,
  useControl: ({ viewer }) => useSection(viewer),
  stateMappers: { 'kamar.section': mapSectionState },
  actions: {
    section: {
      icon: Slice,
      disabled: needsModel,
      isOn: ({ control }: SectionContext) => control.isActive,
      run: (context: SectionContext) => toggleTool(context, panel),
    },
    sectionX: change((engine) => engine.addAxis('x')),
    sectionY: change((engine) => engine.addAxis('y')),
    sectionZ: change((engine) => engine.addAxis('z')),
    sectionBox: change((engine) => void engine.setBoxAround({ around: 'model' })),
    sectionFace: pick('face'),
    sectionPoints: pick('points'),
  },
  activity: (context: SectionContext) =>
    context.control.isActive ? { group: 'pick', stop: () => stopTool(context, panel) } : null,
  chips: listChips,
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 100,
      title: 'section.title',
      isTransient: true,
      content: {
        component: ({ control, session }: SectionContext) => (
          <SectionPanel section={control} viewer={session.viewer} tree={session.tree} access={session.access} />
        ),
      },
    },
    {
      id: 'section.number',
      slot: 'overlay',
      order: 10,
      // On a phone the number in the list suffices.
      when: ({ control, session }: SectionContext) => control.isActive && !session.layout.isCompact,
      content: {
        component: ({ control, session: { viewer } }: SectionContext) =>
          viewer ? <PlaneNumber section={control} viewer={viewer} /> : null,
      },
    },
    {
      id: 'section.bar',
      slot: 'bar',
      order: 10,
      when: ({ control }: SectionContext) => control.isActive,
      content: {
        component: (context: SectionContext) => (
          <SectionBar
            section={context.control}
            viewer={context.session.viewer}
            tree={context.session.tree}
            hasSelection={context.session.state.selected.length > 0}
            isCompact={context.session.layout.isCompact}
            onList={() => context.session.layout.toggle(panel)}
            onClose={() => toggleTool(context, panel)}
          />
        ),
      },
    },
  ],
})

function listChips({ control: { engine, state }, t }: SectionContext): readonly ViewChip[] {
  const planes = state.planes.filter(({ enabled }) => enabled)
  const hasBox = state.box?.enabled === true
  if (planes.length === 0 && !hasBox) return []
  const names = planes.flatMap(({ name }) => name ?? [])
  const unnamedCount = planes.length - names.length
  const cuts = [
    ...names,
    ...(unnamedCount > 0 ? [t('chips.planes', { count: unnamedCount })] : []),
    ...(hasBox ? [t('chips.box')] : []),
  ]
  return [{ id: 'section', text: t('chips.cut', { what: cuts.join(', ') }), remove: () => engine?.clear() }]
}
