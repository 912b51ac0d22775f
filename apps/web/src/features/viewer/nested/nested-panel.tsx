import type { ModelTree } from '@kamar/view-package/read'
import { Link, Unlink } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/design/button.js'
import type { ShownModel } from '../use-model-view.js'
import { FloatingPanel } from './floating-panel.js'
import { KindFilter } from './kind-filter.js'
import { NestedSheet } from './nested-sheet.js'
import { NestedStage } from './nested-stage.js'
import type { NestedPanelState } from './use-nested-panel.js'
import { ViewableList } from './viewable-list.js'
import { filterViewables, type Viewable, viewablesOf } from './viewables.js'

interface NestedPanelProps {
  readonly panel: NestedPanelState
  /** What the main view shows. */
  readonly model: ShownModel
  readonly tree: ModelTree | null
  readonly covered: { readonly left: number; readonly bottom: number }
  readonly isPhone: boolean
}

/** The nested viewer: the document's viewables, and one of them drawn beside the main view. */
export function NestedPanel(props: NestedPanelProps) {
  const { t } = useTranslation()
  const { panel, model, tree, isPhone } = props
  const viewables = useViewables(model, tree)
  const [chosen, setChosen] = useState({ urn: model.urn, id: '' })
  const listed = viewables && filterViewables(viewables, panel.kinds)
  const shown = (chosen.urn === model.urn && viewables?.find(({ id }) => id === chosen.id)) || null
  return (
    <FloatingPanel
      title={t('viewer.nestedViewer')}
      place={panel.place}
      covered={props.covered}
      asSheet={isPhone}
      onClose={panel.close}
      controls={<Controls panel={panel} />}
    >
      <div className={isPhone ? 'flex h-full flex-col' : 'flex h-full'}>
        <div
          className={
            isPhone ? 'shrink-0 border-b border-line' : 'w-[34%] max-w-60 shrink-0 overflow-y-auto border-e border-line'
          }
        >
          {listed ? (
            <ViewableList
              urn={model.urn ?? ''}
              viewables={listed}
              shown={shown}
              asRow={isPhone}
              onChoose={({ id }) => setChosen({ urn: model.urn, id })}
            />
          ) : (
            <p className="p-3 text-13 text-muted">{t('nestedViewer.waiting')}</p>
          )}
        </div>
        <div className="min-h-0 min-w-0 grow overflow-hidden">
          <Beside shown={shown} hasChoice={listed !== null && listed.length > 0} {...props} />
        </div>
      </div>
    </FloatingPanel>
  )
}

/** What can be looked at; null while that is not known yet. */
function useViewables({ manifest, urn, problem }: ShownModel, tree: ModelTree | null): readonly Viewable[] | null {
  return useMemo(() => {
    if (manifest) return viewablesOf(manifest, tree)
    return urn === null || problem ? [] : null
  }, [manifest, tree, urn, problem])
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
        pressed={panel.camerasLinked}
        onClick={() => panel.setCamerasLinked(!panel.camerasLinked)}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </>
  )
}

interface BesideProps extends NestedPanelProps {
  readonly shown: Viewable | null
  readonly hasChoice: boolean
}

function Beside({ shown, hasChoice, model, panel, tree }: BesideProps) {
  const { t } = useTranslation()
  const { viewer, urn, manifest } = model
  if (!shown || !viewer || urn === null || !manifest) {
    return hasChoice ? (
      <p className="flex size-full items-center justify-center p-4 text-center text-13 text-pretty text-muted">
        {t('nestedViewer.choose')}
      </p>
    ) : null
  }
  if (shown.sheet !== undefined) return <NestedSheet main={viewer} {...{ tree, urn, manifest }} sheet={shown.sheet} />
  return (
    <NestedStage main={viewer} urn={urn} manifest={manifest} viewable={shown} camerasLinked={panel.camerasLinked} />
  )
}
