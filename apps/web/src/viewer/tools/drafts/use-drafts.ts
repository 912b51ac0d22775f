import type { ViewpointForm } from '@kamar/contracts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSession } from '../../../platform/auth/session.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { viewParameter } from '../../../platform/files/viewer-path.js'
import { createObservable, useObservable } from '../../../platform/observable.js'
import { storage, storageKeys } from '../../../platform/storage.js'
import { findSheet } from '../../kit/viewpoints/sheet-viewpoints.js'
import type { Session } from '../../session/session.js'
import { createDraftStore, findDraftFile } from './draft-store.js'
import { type DraftState, DraftSync } from './draft-sync.js'
import { createModelCanvas } from './model-canvas.js'
import { createSheetCanvas } from './sheet-canvas.js'

/** Draft of the open file. */
export interface DraftsControl extends DraftState {
  readonly sync: DraftSync | null
}

const withoutDraft = createObservable<DraftState>({ kind: 'none', views: [] })

/** Keeps the draft of the open file while its model or its sheets are displayed. */
export function useDrafts(session: Session): DraftsControl {
  const { access, model, viewer } = session
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [sync, setSync] = useState<DraftSync | null>(null)
  const newest = useNewest(session)
  const { renderedManifest, urn } = model
  const { fileVersion } = access
  const { fileId, isReady, owner } = useDraftAddress(session)
  const opensView = search.has(viewParameter)
  useEffect(() => {
    if (!viewer || !isReady || urn === null) return undefined
    const display = (view: ViewpointForm): boolean => {
      if (displayCanvas(newest.current, view)) return true
      notify(t('sheets.missing', { name: view.sheet?.name ?? '' }), { tone: 'problem' })
      return false
    }
    const started = new DraftSync({
      viewer,
      store: createDraftStore({ fileId, owner, urn }),
      fileVersion,
      opensView,
      display,
    })
    started.attach(createModelCanvas({ viewer, key: fileId }))
    setSync(started)
    void started.start()
    return () => {
      started.dispose()
      setSync(null)
    }
    // The parameter matters when the model is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [viewer, isReady, urn, fileId, fileVersion, owner, renderedManifest])
  useSheetCanvas(sync, session, newest)
  return { sync, ...useObservable(sync?.state ?? withoutDraft) }
}

/** Attaches each sheet that is opened, and follows what is drawn on it. */
function useSheetCanvas(sync: DraftSync | null, { shownSheet }: Session, newest: RefObject<Session>): void {
  const { markup, view } = shownSheet
  useEffect(() => {
    if (!sync || !view) return undefined
    let detach: (() => void) | null = null
    const attach = (): void => {
      detach?.()
      const { openSheet: sheet } = view
      if (sheet === null) return
      detach = sync.attach(createSheetCanvas({ view, sheet, getDisplayed: () => newest.current }))
    }
    attach()
    const stop = view.on('sheetOpened', attach)
    return () => {
      stop()
      detach?.()
    }
  }, [sync, view, newest])
  useEffect(() => (sync && markup ? markup.on('changed', () => sync.update()) : undefined), [sync, markup])
}

/** Returns whose draft of which file it is. Without a network only this device knows the file of a model. */
function useDraftAddress({ access, model }: Session) {
  const { account } = useSession()
  const { hasAccount, isExample, isUnreachable } = access
  const { urn } = model
  const owner = hasAccount ? (account?.id ?? storage.read(storageKeys.deviceOwner)) : null
  const fileId = access.fileId ?? (isUnreachable && urn !== null ? findDraftFile(owner, urn) : null)
  const isKnown = !hasAccount || fileId !== null || isExample || isUnreachable
  return { owner, fileId, isReady: isKnown && model.manifest?.state === 'complete' }
}

/** Displays the model or the sheet of a view; returns false if the open version has no such sheet. */
function displayCanvas({ drawing }: Session, { sheet: stored }: ViewpointForm): boolean {
  if (!stored) {
    if (drawing.isShown) drawing.show('model')
    return true
  }
  const sheet = findSheet(drawing.sheets, stored)
  if (sheet !== null && (!drawing.isShown || drawing.number !== sheet)) drawing.show('sheet', sheet)
  return sheet !== null
}

function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value)
  useEffect(() => {
    newest.current = value
  })
  return newest
}
