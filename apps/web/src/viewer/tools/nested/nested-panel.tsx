import type { ModelTree } from '@kamar/package-format/read'
import { Link, Unlink } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { FloatingPanel } from '../../kit/floating-panel/floating-panel.js'
import { useStoreyElevations } from '../../kit/classes/storey-elevations.js'
import { KindFilter } from './kind-filter.js'
import { NestedSheet } from './nested-sheet.js'
import { NestedStage } from './nested-stage.js'
import type { NestedPanelState } from './use-nested-panel.js'
import { ViewableList } from './viewable-list.js'
import { filterViewables, type Viewable, listViewables } from './viewables.js'

interface NestedPanelProps {
  readonly panel: NestedPanelState
  /** Model of the main view. */
  readonly model: ActiveModel
  readonly tree: ModelTree | null
  readonly selected: readonly number[]
  readonly covered: { readonly left: number; readonly bottom: number }
  readonly isCompact: boolean
  readonly onClose: () => void
}

/** Renders the nested viewer: the list of the document's viewables, and one of them next to the main view. */
export function NestedPanel(props: NestedPanelProps) {
  const { t } = useTranslation()
  const { panel, model, tree, isCompact } = props
  const viewables = useViewables(model, tree)
  const [choice, setChoice] = useState({ urn: model.urn, id: '' })
  const listed = viewables && filterViewables(viewables, panel.kinds)
  const viewable = (choice.urn === model.urn && viewables?.find(({ id }) => id === choice.id)) || null
  return (
    <FloatingPanel
      title={t('viewer.nestedViewer')}
      bounds={panel.bounds}
      covered={props.covered}
      asSheet={isCompact}
      onClose={props.onClose}
      controls={<Controls panel={panel} />}
    >
      <div className={isCompact ? 'flex h-full flex-col' : 'flex h-full'}>
        <div
          className={
            isCompact
              ? 'shrink-0 border-b border-line'
              : 'w-[34%] max-w-60 shrink-0 overflow-y-auto border-e border-line'
          }
        >
          {listed ? (
            <ViewableList
              urn={model.urn ?? ''}
              viewables={listed}
              selected={viewable}
              asRow={isCompact}
              onChoose={({ id }) => setChoice({ urn: model.urn, id })}
            />
          ) : (
            <p className="p-3 text-13 text-muted">{t('nestedViewer.waiting')}</p>
          )}
        </div>
        <div className="min-h-0 min-w-0 grow overflow-hidden">
          <NestedContent viewable={viewable} hasChoice={listed !== null && listed.length > 0} {...props} />
        </div>
      </div>
    </FloatingPanel>
  )
}

/** Returns the viewables; null until known. */
function useViewables(
  { viewer, manifest, urn, error }: ActiveModel,
  tree: ModelTree | null,
): readonly Viewable[] | null {
  const elevations = useStoreyElevations(viewer, tree)
  return useMemo(() => {
    if (manifest) return listViewables(manifest, tree, elevations)
    return urn === null || error ? [] : null
  }, [manifest, tree, urn, error, elevations])
}

function Controls({ panel }: { panel: NestedPanelState }) {
  const { t } = useTranslation()
  const Icon = panel.camerasLinked ? Link : Unlink
  return (
    <>
      <KindFilter kinds={panel.kinds} onToggle={panel.toggleKind} />
      <IconButton
        size="small"
        label={t('nestedViewer.linkCameras')}
        isActive={panel.camerasLinked}
        onClick={() => panel.setCamerasLinked(!panel.camerasLinked)}
      >
        <Icon />
      </IconButton>
    </>
  )
}

interface NestedContentProps extends NestedPanelProps {
  readonly viewable: Viewable | null
  readonly hasChoice: boolean
}

function NestedContent({ viewable, hasChoice, model, panel, tree, selected }: NestedContentProps) {
  const { t } = useTranslation()
  const { viewer, urn, manifest } = model
  if (!viewable || !viewer || urn === null || !manifest) {
    return hasChoice ? (
      <p className="flex size-full items-center justify-center p-4 text-center text-13 text-pretty text-muted">
        {t('nestedViewer.choose')}
      </p>
    ) : null
  }
  if (viewable.sheet !== undefined)
    return <NestedSheet main={viewer} {...{ tree, urn, manifest }} sheet={viewable.sheet} />
  return (
    <NestedStage main={viewer} {...{ urn, manifest, viewable, tree, selected }} camerasLinked={panel.camerasLinked} />
  )
}
