import { summarizeReport } from '@kamar/contracts'
import { drawsNothing } from '@kamar/scene'
import type { ModelTree } from '@kamar/view-package/read'
import { Puzzle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '../../shared/files/attach-button.js'
import { FailureMessage } from '../../shared/files/failure-message.js'
import { liveConnection } from '../../shared/files/live-connection.js'
import { useRetry } from '../../shared/files/use-retry.js'
import { classNames } from '../../shared/design/class-names.js'
import { ContentDialog } from '../../shared/design/dialog.js'
import { MenuTile } from '../../shared/design/menu.js'
import { useObservable } from '../../shared/observable.js'
import { useOnline } from '../../shared/use-online.js'
import { ResultHistory } from '../../shared/files/results/result-history.js'
import { ElementChanges } from '../tools/comparison/element-changes.js'
import { ExtensionBarSlot, ExtensionSlot } from '../tools/extensions/extension-slot.js'
import type { Comparison } from '../tools/comparison/use-comparison.js'
import { RenderEffectsMenu } from '../tools/effects/render-effects-menu.js'
import { MarkupBar } from '../tools/markup/markup-bar.js'
import { canWrite } from '../session/use-collaboration.js'
import type { PageCollaboration } from './use-page-collaboration.js'
import { InspectorPanel } from './inspector-panel.js'
import { MissingParts } from './missing-parts.js'
import { NestedPanel } from '../tools/nested/nested-panel.js'
import type { NestedPanelState } from '../tools/nested/use-nested-panel.js'
import { LeftPanelSlot } from './left-panel-slot.js'
import { MobileToolbar } from './mobile-toolbar.js'
import { ProgressLine } from './progress-line.js'
import type { Inspector } from '../session/use-inspector.js'
import type { ModelTools } from './use-model-tools.js'
import type { ActiveModel } from '../session/use-model-view.js'
import type { OpenFile } from '../session/use-open-file.js'
import type { Panels } from '../session/use-panels.js'
import { useProgress } from '../session/use-progress.js'
import { elementName } from '../session/use-tree.js'
import { ChooseModel } from '../tools/federation/choose-model.js'
import type { Federation } from '../tools/federation/use-federation.js'
import type { ViewerState } from '../session/use-viewer-state.js'
import { coveredInsets, usePageInsets } from './use-covered-insets.js'
import { PreviewState } from './preview-state.js'
import { ViewerRail } from './viewer-rail.js'
import { ViewerOverlay } from './viewer-overlay.js'
import type { ViewTools } from './use-view-tools.js'
import { hasToolBar, ViewToolBar } from './view-tool-bar.js'
import { ViewerToolBar } from './viewer-tool-bar.js'
import type { Tool } from './viewer-tools.js'
import { ViewerTopBar } from './viewer-top-bar.js'

export interface ViewerLayoutProps {
  readonly model: ActiveModel
  readonly viewerState: ViewerState
  readonly tree: ModelTree | null
  readonly open: OpenFile
  readonly panels: Panels
  readonly inspector: Inspector
  readonly nested: NestedPanelState
  readonly comparison: Comparison
  readonly talk: PageCollaboration
  readonly federation: Federation
  readonly modelTools: ModelTools
  readonly viewTools: ViewTools
  readonly tools: readonly (readonly Tool[])[]
  readonly isCompact: boolean
  readonly isNarrow: boolean
  readonly onOpen: (urn: string) => void
  /** Null if the model cannot be shared. */
  readonly onShare: (() => void) | null
}

/** Renders the bars and panels that float over the model; between them, the pointer reaches the model. */
export function ViewerLayout(props: ViewerLayoutProps) {
  const { model, open, inspector, panels, isCompact } = props
  const { set } = props.federation
  const title = set ? { name: set.name, detail: null, file: null } : open
  const report = model.manifest?.report ?? null
  const connected = useConnected(model)
  const progress = useProgress(model, open.file)
  const { t } = useTranslation()
  usePageInsets(props)
  return (
    <div className="pointer-events-none absolute inset-0">
      <div className="absolute inset-x-2 top-2 z-20">
        <ViewerTopBar
          name={title.name}
          detail={title.detail}
          file={title.file}
          onShare={props.onShare}
          connected={connected}
          statusText={progress.text ?? (model.error ? '' : t(`viewer.${model.status}`))}
          report={report && summarizeReport(report)}
          onReport={() => inspector.open('report')}
        />
        <ProgressLine {...progress} />
        <MissingParts missing={model.missing} />
      </div>
      <div className={classNames('absolute inset-0 flex items-center justify-center px-4 pt-16', aboveBars(props))}>
        <CenterOverlay {...props} />
      </div>
      <div className={isCompact ? 'contents' : 'absolute inset-x-2 top-16 bottom-2 z-10 flex gap-2'}>
        {isCompact ? null : (
          <ViewerRail panels={panels} isOffered={(name) => name !== 'compare' || canCompare(props)} />
        )}
        <LeftPanelSlot {...props} />
        {isCompact ? null : (
          <div className="flex min-w-0 grow flex-col items-center justify-end gap-2">
            <BottomBars {...props} />
          </div>
        )}
        <InspectorPanel
          inspector={inspector}
          panels={panels}
          asSheet={isCompact}
          viewer={model.viewer}
          tree={props.tree}
          selected={props.viewerState.selected}
          report={report}
          attach={open.file ? <AttachButton file={open.file} /> : null}
          history={<ModelHistory {...props} />}
          changes={<ElementChanges comparison={props.comparison} element={props.viewerState.selected.at(-1) ?? null} />}
          onElements={(ids) => selectBySourceId(props, ids)}
        />
      </div>
      <RenderEffectsMenu viewer={drawingViewer(model)} />
      <FloatingPanels {...props} />
      {isCompact ? <BottomBars {...props} /> : null}
    </div>
  )
}

/** Returns the engine if it can render; otherwise an overlay replaces the canvas. */
const drawingViewer = ({ canRender, error, viewer }: ActiveModel): ActiveModel['viewer'] =>
  canRender && error === null ? viewer : null

/** Renders movable panels above everything else. */
function FloatingPanels(props: ViewerLayoutProps) {
  const { t } = useTranslation()
  const { nested, model, isCompact } = props
  const covered = coveredInsets(props, 0)
  return (
    <>
      {nested.isOpen ? (
        props.federation.isJoined ? (
          <ContentDialog title={t('viewer.nestedViewer')} width="narrow" onClose={nested.close}>
            <ChooseModel purpose="nested" federation={props.federation} openUrn={model.urn} onOpen={props.onOpen} />
          </ContentDialog>
        ) : (
          <NestedPanel panel={nested} model={model} tree={props.tree} covered={covered} isCompact={isCompact} />
        )
      ) : null}
      <ExtensionSlot model={model} isCompact={isCompact} covered={covered} />
    </>
  )
}

/** Renders the bar of the active tool and the toolbar; markup replaces both. */
function BottomBars(props: ViewerLayoutProps) {
  if (props.talk.markup.isDrawing) return <DrawingBar {...props} />
  return (
    <>
      {hidesExtensionBar(props) ? null : <ExtensionBarSlot model={props.model} isCompact={props.isCompact} />}
      <ViewToolBar {...props} />
      {props.isCompact ? <BottomBar {...props} /> : <ViewerToolBar groups={props.tools} />}
    </>
  )
}

/**
 * Returns whether versions can be compared. An example has one version, unless the address names another model; with
 * several models the user chooses one first.
 */
export const canCompare = ({
  comparison,
  open,
  federation,
}: Pick<ViewerLayoutProps, 'comparison' | 'open' | 'federation'>): boolean =>
  federation.isJoined || !open.isExample || comparison.olderUrn !== null

/** On a phone a sheet, or the bar of a tool, takes the place of the extension bar. */
const hidesExtensionBar = ({ isCompact, panels, inspector, viewTools }: ViewerLayoutProps): boolean =>
  isCompact && (panels.left !== null || inspector.isOpen || viewTools.isOn('section') || viewTools.isOn('measure'))

/** Renders the history of the user's own files, including older versions and results. */
function ModelHistory({ open, model }: ViewerLayoutProps) {
  const { file } = open
  if (model.urn === null || !(file || open.isOlder)) return null
  const version = file ? { urn: file.urn, shown: `${file.jobId} ${file.status}` } : { urn: model.urn }
  return <ResultHistory version={version} openUrn={model.urn} />
}

/** Renders the markup tools; users with write permission can create a topic from the markup. */
function DrawingBar({ talk: { markup, collaboration }, isCompact, panels, inspector }: ViewerLayoutProps) {
  const begin = (): void => {
    markup.end()
    if (isCompact) inspector.close()
    panels.setLeft('topics')
    collaboration.setNewTopic({ anchor: null })
  }
  return <MarkupBar markup={markup} isCompact={isCompact} onIssue={canWrite(collaboration) ? begin : null} />
}

/**
 * Returns the classes that place content above the bars. A phone's sheet covers the page's lower half (`max-h-[52dvh]`
 * of the panel); the centre is then that of the rest. Otherwise the area ends above the tools, on a phone above the
 * name of the selection.
 */
function aboveBars({ isCompact, panels, inspector, nested }: ViewerLayoutProps): string {
  if (!isCompact) return 'pb-24'
  return panels.left !== null || inspector.isOpen || nested.isOpen ? 'pb-[calc(52dvh+4rem)]' : 'pb-32'
}

/** Renders the reason why a translation failed, or what the engine is waiting for. */
function CenterOverlay({ model, open }: ViewerLayoutProps) {
  const retry = useRetry()
  const { file } = open
  const report = model.manifest?.report
  if (file?.failure && !model.manifest) {
    return (
      <div className="pointer-events-auto max-w-110 rounded-card border border-line bg-surface p-2 shadow-float">
        <FailureMessage file={file} onRetry={() => retry(file)} />
      </div>
    )
  }
  if (report && drawsNothing(report)) return <PreviewState report={report} file={file} viewer={model.viewer} />
  return <ViewerOverlay model={model} />
}

function BottomBar(props: ViewerLayoutProps) {
  const { panels, tools, inspector, nested, tree, viewerState } = props
  // The bar of a tool takes the place of the selection's name.
  const selected = hasToolBar(props) ? undefined : viewerState.selected.at(-1)
  return (
    <MobileToolbar
      panels={{
        ...panels,
        // Only one sheet is open at a time.
        toggleLeft(panel) {
          inspector.close()
          nested.close()
          panels.toggleLeft(panel)
        },
      }}
      tools={tools}
      selectedName={tree && selected !== undefined ? elementName(tree, selected) : null}
      inspectorOpen={inspector.isOpen}
      sheetOpen={panels.left !== null || inspector.isOpen || nested.isOpen}
      onInspector={() => {
        panels.setLeft(null)
        nested.close()
        if (inspector.isOpen) inspector.close()
        else inspector.open('properties')
      }}
      more={<ExtensionsItem panels={panels} />}
    />
  )
}

function ExtensionsItem({ panels }: Pick<ViewerLayoutProps, 'panels'>) {
  const { t } = useTranslation()
  return (
    <MenuTile
      icon={<Puzzle size={20} strokeWidth={1.5} aria-hidden="true" />}
      onSelect={() => panels.toggleLeft('extensions')}
    >
      {t('extensions.title')}
    </MenuTile>
  )
}

/**
 * Returns whether the page is connected: the browser is online, the server's events arrive, and the viewer has its
 * token.
 */
function useConnected(model: ActiveModel): boolean {
  const online = useOnline()
  const live = useObservable(liveConnection)
  return online && live && model.error?.kind !== 'authentication'
}

function selectBySourceId({ tree, model }: ViewerLayoutProps, ids: readonly string[]): void {
  if (!tree || !model.viewer) return
  const sourceIds = new Set(ids)
  const matches: number[] = []
  for (let element = 0; element < tree.count; element += 1)
    if (sourceIds.has(tree.sourceId(element))) matches.push(element)
  model.viewer.selection.set(matches)
  if (matches.length > 0) model.viewer.fitToView(matches)
}
