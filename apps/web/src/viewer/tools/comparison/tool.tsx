import { computeBoxCenter } from '@kamar/core/math'
import type { ElementChange } from '@kamar/comparison'
import type { ViewChip } from '@kamar/extensions'
import type { PickResult } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import { GitCompareArrows } from 'lucide-react'
import { lazy, use, useEffect } from 'react'
import { newTopicDraftKey, storeDraft } from '../../../platform/collaboration/drafts.js'
import { ChooseModel } from '../../kit/choose-model.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { TopBarContext } from '../../kit/top-bar-context.js'
import { canWrite, type Session } from '../../session/session.js'
import { elementName } from '../../session/use-tree.js'
import { partsText } from './changes/parts-text.js'
import { descriptor } from './descriptor.js'
import { type Comparison, comparisonPanel as panel, comparisonParameter, useComparison } from './use-comparison.js'

const ComparePanel = lazy(async () => ({ default: (await import('./compare-panel.js')).ComparePanel }))
const VersionChoice = lazy(async () => ({ default: (await import('./compare-panel.js')).VersionChoice }))
const ElementChanges = lazy(async () => ({ default: (await import('./element-changes.js')).ElementChanges }))
const DrawingComparison = lazy(async () => ({
  default: (await import('./sheets/drawing-comparison.js')).DrawingComparison,
}))

type ComparisonContext = Context<Comparison>

/**
 * Returns whether versions can be compared. An example has one version, unless the address names another model; with
 * several models the user chooses one first.
 */
const canCompare = ({ control, session }: Pick<ComparisonContext, 'control' | 'session'>): boolean =>
  session.models.isJoined || !session.access.isExample || control.olderUrn !== null

/** Compares two versions of a model or a drawing. */
export const tool = defineTool({
  descriptor,
  useControl({ access, layout, model, models }) {
    const comparison = useComparison(model, layout.isOpen(panel) && !access.isExample && !models.isJoined)
    useComparisonPanel(comparison.olderUrn, layout)
    return comparison
  },
  firstPanel: (search) => (search.has(comparisonParameter) ? panel : null),
  actions: {
    compare: {
      icon: GitCompareArrows,
      when: ({ control, session }: ComparisonContext) =>
        !session.drawing.isShown || (session.model.manifest !== null && canCompare({ control, session })),
      text: ({ session, t }: ComparisonContext) => t(session.drawing.isShown ? 'compare.title' : 'viewer.compare'),
      disabled: ({ session }: ComparisonContext) => (session.access.isExample ? 'file' : null),
      isOn: ({ session }: ComparisonContext) => session.layout.isOpen(panel),
      run: ({ session }: ComparisonContext) => session.layout.toggle(panel),
    },
  },
  chips: listChips,
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 90,
      title: 'compare.title',
      icon: GitCompareArrows,
      rail: true,
      when: canCompare,
      content: { component: ComparisonPanel },
    },
    {
      id: 'compare.element',
      slot: 'in:properties',
      order: 10,
      when: ({ control }: ComparisonContext) => control.state !== null,
      content: {
        component: ({ control, session }: ComparisonContext) => (
          <ElementChanges comparison={control} element={session.state.selected.at(-1) ?? null} />
        ),
      },
    },
    {
      id: 'compare.drawing',
      slot: 'surface',
      order: 10,
      when: ({ control, session: { access, drawing, model } }: ComparisonContext) =>
        drawing.isShown && model.manifest !== null && control.olderUrn !== null && access.hasAccount,
      content: { component: ComparedDrawing },
    },
  ],
})

/** Chips of other tools that name what a comparison does to the model: they would end a part of it. */
const causedChips = ['isolated', 'hidden', 'ghosted', 'colors'] as const

/** Returns the chip of a running comparison. */
function listChips({ control, t }: ComparisonContext): readonly ViewChip[] {
  const { end, olderFileName, olderUrn, state, versions } = control
  if (!state?.result) return []
  const number = versions?.versions.find(({ urn }) => urn === olderUrn)?.number ?? ''
  const text =
    olderFileName === null ? t('chips.compared', { number }) : t('chips.comparedWithFile', { file: olderFileName })
  return [{ id: 'comparison', surface: 'model', text, replaces: causedChips, remove: end }]
}

/** Opens the panel of a comparison that the address begins while the page is open. */
function useComparisonPanel(olderUrn: string | null, layout: ComparisonContext['session']['layout']): void {
  useEffect(() => {
    if (olderUrn !== null && !layout.isOpen(panel)) layout.open(panel)
    // oxlint-disable-next-line react/exhaustive-deps -- only another comparison matters: the panel may be closed then
  }, [olderUrn])
}

/** Renders the comparison of one model; with several models, the user chooses one first. */
function ComparisonPanel({ control, session, t }: ComparisonContext) {
  const { drawing, model, models, openUrn, state } = session
  if (drawing.isShown) {
    return (
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        <VersionChoice comparison={control} urn={model.urn} />
      </div>
    )
  }
  if (models.isJoined) return <ChooseModel purpose="compare" openUrn={model.urn} models={models} onOpen={openUrn} />
  const { fileId } = session.access
  const beginIssue = (change: ElementChange): void => {
    if (fileId !== null) storeDraft(newTopicDraftKey(fileId, 'title'), describeChange(change, session.tree, t))
    session.run('newTopic', pickElement(session, change.after))
  }
  const onIssue = canWrite(session.access) ? beginIssue : null
  return <ComparePanel comparison={control} urn={model.urn} selected={state.selected} onIssue={onIssue} />
}

/** Returns the title of an issue about a change. */
function describeChange({ after, kind, parts }: ElementChange, tree: Session['tree'], t: TFunction): string {
  const name = (tree && elementName(tree, after)) || t('tree.unnamed')
  return `${name}: ${kind === 'changed' ? partsText(parts, t) : t(`compare.${kind}`)}`
}

/** Returns the upper centre of an element as if it had been picked: an issue begins there. */
function pickElement({ viewer }: Session, element: number): PickResult | null {
  const box = viewer?.model?.computeBounds([element])
  if (!box) return null
  const [x, y] = computeBoxCenter(box)
  const point = [x, y, box.max[2]] as const
  return { element, instance: -1, point, normal: [0, 0, 1], distance: 0 }
}

function ComparedDrawing({ control, session: { drawing, layout } }: ComparisonContext) {
  const topBar = use(TopBarContext)
  const { olderUrn: older } = control
  const { urn: newer } = drawing
  if (older === null || newer === null) return null
  return (
    <DrawingComparison
      key={`${older} ${newer}`}
      comparison={control}
      {...{ older, newer, topBar }}
      sheet={drawing.number}
      panels={layout.panels}
      isCompact={layout.isCompact}
    />
  )
}
