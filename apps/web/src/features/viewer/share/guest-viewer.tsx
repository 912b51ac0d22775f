import type { OpenedLink } from '@kamar/contracts'
import type { ModelTree } from '@kamar/view-package/read'
import { Download, Info, ListTree } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Mark } from '../../../shared/brand/mark.js'
import { Button, buttonClass, IconButton } from '../../../shared/design/button.js'
import { MiddleEllipsis } from '../../../shared/design/middle-ellipsis.js'
import { saveFile } from '../../../shared/files/save-file.js'
import { LanguageSwitch } from '../../../shared/i18n/language-switch.js'
import { useIsPhone } from '../../../shared/use-media.js'
import { useDeed } from '../../../shared/use-deed.js'
import { CanvasMenu } from '../canvas-menu.js'
import { InspectorPanel } from '../inspector-panel.js'
import { LookMenu } from '../look/look-menu.js'
import type { ModelViewParts } from '../model-view.js'
import { serverSource } from '../package-source.js'
import { Panel } from '../panel.js'
import { ProgressLine } from '../progress-line.js'
import { startViewer } from '../start-viewer.js'
import { TreePanel } from '../tree-panel.js'
import { type Inspector, useInspector } from '../use-inspector.js'
import { type ShownModel, useModelView } from '../use-model-view.js'
import { type Panels, usePanels } from '../use-panels.js'
import { useProgress } from '../use-progress.js'
import { useTree } from '../use-tree.js'
import { useViewerFacts, type ViewerFacts } from '../use-viewer-state.js'
import { ViewerState } from '../viewer-states.js'
import { ViewerToolBar } from '../viewer-tool-bar.js'
import { fetchOriginal } from './fetch-original.js'
import type { GuestLink } from './share-link.js'
import { guestTools } from './guest-tools.js'

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

interface GuestViewerProps {
  readonly link: GuestLink
  readonly opened: OpenedLink
}

/** The viewer for guests: looking, nothing else. */
export function GuestViewer({ link, opened }: GuestViewerProps) {
  const [parts] = useState((): ModelViewParts => ({
    startViewer,
    getToken: link.getToken,
    sourceOf: (urn) => serverSource(urn, { get: link.getToken, renew: link.renewToken }),
  }))
  const { stage, ...model } = useModelView({ urn: opened.urn, version: 0 }, parts)
  const facts = useViewerFacts(model.viewer)
  const tree = useTree(model.viewer, model.manifest)
  const progress = useProgress(model, null)
  return (
    <div className="fixed inset-0 overflow-hidden bg-page">
      <main id="content" tabIndex={-1} className="absolute inset-0 outline-none">
        <div ref={stage} className="model-stage absolute inset-0" />
        <CanvasMenu viewer={model.viewer} tree={tree} facts={facts} />
        <div className="pointer-events-none absolute inset-0">
          <div className="absolute inset-x-2 top-2 z-20">
            <GuestBar link={link} opened={opened} />
            <ProgressLine {...progress} />
          </div>
          <div className="absolute inset-0 flex items-center justify-center px-4 pt-16 pb-20">
            <ViewerState model={model} />
          </div>
          <GuestPanels model={model} facts={facts} tree={tree} />
          <LookMenu viewer={model.viewer} />
        </div>
      </main>
    </div>
  )
}

interface GuestPanelsProps {
  readonly model: ShownModel
  readonly facts: ViewerFacts
  readonly tree: ModelTree | null
}

function GuestPanels({ model, facts, tree }: GuestPanelsProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const panels = usePanels({ left: null })
  const inspector = useInspector(model.viewer, !isPhone)
  const place = { panels, asSheet: isPhone, viewer: model.viewer, tree }
  return (
    <div className="absolute inset-x-2 top-16 bottom-2 z-10 flex gap-2">
      {panels.left === 'tree' ? (
        <Panel
          title={t('tree.title')}
          side="left"
          width={panels.leftWidth}
          asSheet={isPhone}
          onWidth={panels.setLeftWidth}
          onClose={() => panels.setLeft(null)}
        >
          <TreePanel loading={model.problem === null} viewer={model.viewer} tree={tree} facts={facts} />
        </Panel>
      ) : null}
      <GuestTools model={model} facts={facts} panels={panels} inspector={inspector} />
      <InspectorPanel
        {...place}
        inspector={inspector}
        selected={facts.selected}
        report={null}
        attach={null}
        history={null}
        changes={null}
        onElements={() => undefined}
      />
    </div>
  )
}

interface GuestToolsProps extends Omit<GuestPanelsProps, 'tree'> {
  readonly panels: Panels
  readonly inspector: Inspector
}

function GuestTools({ model, facts, panels, inspector }: GuestToolsProps) {
  const { t } = useTranslation()
  const treeOpen = panels.left === 'tree'
  return (
    <div className="flex min-w-0 grow flex-wrap content-end items-end justify-center gap-2">
      <div className="pointer-events-auto flex rounded-card border border-line bg-surface p-1 shadow-float">
        <IconButton
          side="top"
          label={t('tree.title')}
          pressed={treeOpen}
          onClick={() => {
            inspector.close()
            panels.setLeft(treeOpen ? null : 'tree')
          }}
        >
          <ListTree {...icon} />
        </IconButton>
        <IconButton
          side="top"
          label={t('properties.title')}
          pressed={inspector.isOpen}
          onClick={() => (inspector.isOpen ? inspector.close() : inspector.open('properties'))}
        >
          <Info {...icon} />
        </IconButton>
      </div>
      <ViewerToolBar groups={guestTools({ viewer: model.viewer, facts, hasModel: model.pictureShown })} />
    </div>
  )
}

function GuestBar({ link, opened }: GuestViewerProps) {
  const { t } = useTranslation()
  const { busy, begin } = useDeed()
  const download = (): void =>
    begin(async () => {
      saveFile(await fetchOriginal(link), opened.description)
    })
  const sharedBy = opened.sharedBy === null ? '' : t('guest.sharedBy', { name: opened.sharedBy })
  return (
    <header className="pointer-events-auto flex h-12 items-center gap-2 rounded-card border border-line bg-surface px-1.5 shadow-float sm:gap-3">
      <Link
        to="/"
        aria-label={t('guest.home')}
        className="flex size-9 shrink-0 items-center justify-center rounded-control hover:bg-sunken"
      >
        <Mark size={24} />
      </Link>
      <h1 className="min-w-0 text-14 sm:max-w-[45%]">
        <MiddleEllipsis name={opened.description} />
      </h1>
      <p className="min-w-0 grow truncate text-13 text-muted max-md:sr-only">
        {[t('versions.number', { number: opened.fileVersion }), sharedBy].filter(Boolean).join(' · ')}
      </p>
      <div className="ms-auto flex shrink-0 items-center gap-1">
        {opened.mayDownload ? (
          <Button size="small" busy={busy} icon={<Download {...icon} size={16} />} onClick={download}>
            <span className="max-sm:sr-only">{t('files.download')}</span>
          </Button>
        ) : null}
        <span className="max-sm:hidden">
          <LanguageSwitch />
        </span>
        <Link to="/signin" className={buttonClass('quiet', 'small')}>
          {t('guest.signIn')}
        </Link>
      </div>
    </header>
  )
}
