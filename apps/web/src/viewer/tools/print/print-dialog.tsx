import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { type RefCallback, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../platform/use-online.js'
import { Button } from '../../../platform/design/button.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { numberFormat } from '../../../platform/format/number.js'
import { Segments } from '../../kit/fields/segments.js'
import type { Session } from '../../session/session.js'
import { computePaperSize } from './page/page-setup.js'
import { PageList } from './page-list.js'
import { PagePreview } from './page-preview.js'
import { formatPrintError } from './print-error.js'
import type { PrintItem } from './print-items.js'
import { resolvePage } from './print-setup.js'
import { createPdf, savePages, type PageSelection } from './save-pages.js'
import { SetupFields } from './setup-fields.js'
import { type PrintDocument, usePrint } from './use-print.js'
import { type PrintFormat, printFormats } from './output/write-files.js'

interface PrintDialogProps {
  readonly session: Session
  readonly onClose: () => void
}

/** Renders the dialog that prints and exports sheets, storey plans and sections at scale. */
export function PrintDialog({ session, onClose }: PrintDialogProps) {
  const { t } = useTranslation()
  const print = usePrint(session)
  const { list } = print
  const first = list?.items.find(({ key }) => key === list.currentKey) ?? list?.items[0]
  return (
    <ContentDialog title={t('print.title')} onClose={onClose}>
      {first && list ? (
        <PrintPages print={print} items={list.items} first={first} session={session} />
      ) : (
        <p role={print.error ? 'alert' : 'status'} className="py-10 text-center text-14 text-muted">
          {list ? t('print.nothing') : print.error ? formatPrintError(print.error, t) : t('print.preparing')}
        </p>
      )}
    </ContentDialog>
  )
}

interface PrintPagesProps {
  readonly print: PrintDocument
  readonly items: readonly PrintItem[]
  readonly first: PrintItem
  readonly session: Session
}

type Centers = PageSelection['centers']

function PrintPages({ print, items, first, session }: PrintPagesProps) {
  const [current, setCurrent] = useState(first)
  const [checked, setChecked] = useState<ReadonlySet<string>>(() => new Set([first.key]))
  const [centers, setCenters] = useState<Centers>({})
  const queryId = useId()
  const loaded = useQuery({
    queryKey: ['print', 'current', queryId, current.key],
    queryFn: () => print.load(current),
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
  })
  const selection: PageSelection = {
    items: items.filter(({ key }) => checked.has(key)),
    centers,
    title: session.access.name ?? '',
  }
  const show = (key: string): void => setCurrent((before) => items.find((item) => item.key === key) ?? before)
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_17rem]">
      <Preview
        print={print}
        item={current}
        loaded={loaded.data}
        error={loaded.error ?? print.error}
        center={centers[current.key]}
        onMove={(center) => setCenters((before) => ({ ...before, [current.key]: center }))}
        onReset={() => setCenters((before) => ({ ...before, [current.key]: undefined }))}
      />
      <div className="min-w-0 space-y-3">
        {items.length > 1 ? (
          <PageList
            items={items}
            checked={checked}
            current={current.key}
            getName={print.getName}
            onCheck={setChecked}
            onShow={show}
          />
        ) : null}
        <SetupFields print={print} loaded={loaded.data} />
        <SaveButtons print={print} selection={selection} />
      </div>
    </div>
  )
}

interface PreviewProps {
  readonly print: PrintDocument
  readonly item: PrintItem
  readonly loaded: Awaited<ReturnType<PrintDocument['load']>> | undefined
  readonly error: Error | null
  readonly center: readonly [number, number] | undefined
  readonly onMove: (center: readonly [number, number]) => void
  readonly onReset: () => void
}

/** Provides the function that tells why a page could not be created. */
function useFailureText({ fonts }: PrintDocument): (error: unknown) => string {
  const { t } = useTranslation()
  const online = useOnline()
  return (error) => (online || fonts ? formatPrintError(error, t) : t('print.noFont'))
}

function Preview({ print, item, loaded, error, center, onMove, onReset }: PreviewProps) {
  const { t, i18n } = useTranslation()
  const [width, measure] = useWidth()
  const formatFailure = useFailureText(print)
  const failure = error && formatFailure(error)
  const maxHeight = Math.max(180, window.innerHeight * (width < 480 ? 0.4 : 0.62))
  const percent = numberFormat(i18n.language, { style: 'percent' }).format(print.fraction)
  const page = loaded && resolvePage(loaded, print.setup, print.isImperial)
  const paper = page && computePaperSize(page.setup, loaded.own)
  const size = paper ? `${Math.round(paper.width)} × ${Math.round(paper.height)} mm` : ''
  return (
    <div ref={measure} className="min-w-0">
      <div className="flex min-h-45 items-center justify-center rounded-control bg-sunken p-3">
        {loaded && print.fonts && width > 0 ? (
          <PagePreview
            key={item.key}
            request={print.createRequest(item, loaded, center)}
            fonts={print.fonts}
            readFile={print.readFile}
            label={t('print.preview', { name: print.getName(item) })}
            maxWidth={width - 24}
            maxHeight={maxHeight}
            onMove={onMove}
          />
        ) : (
          <p role={failure === null ? 'status' : 'alert'} className="text-14 text-muted">
            {failure ?? t('print.computing', { percent })}
          </p>
        )}
      </div>
      {page && loaded ? (
        <p className="mt-2 flex min-h-9 flex-wrap items-center gap-x-3 text-13 text-muted tabular-nums">
          <span>{`${print.formatScale(page, loaded)} · ${size}`}</span>
          {page.isComplete ? null : <span role="status">{t('print.tooLarge')}</span>}
          {center ? (
            <Button size="small" onClick={onReset}>
              {t('print.center')}
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}

/** Measures the width of an element. */
function useWidth(): readonly [number, RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measure]
}

function SaveButtons({ print, selection }: { readonly print: PrintDocument; readonly selection: PageSelection }) {
  const { t } = useTranslation()
  const formatFailure = useFailureText(print)
  const [format, setFormat] = useState<PrintFormat>('pdf')
  const [busy, setBusy] = useState<'save' | 'print' | null>(null)
  const formats = printFormats.filter((one) => one !== 'dxf' || !print.isSheet)
  const run = (kind: 'save' | 'print', action: () => Promise<void>): void => {
    setBusy(kind)
    action()
      .catch((error: unknown) => notify(formatFailure(error), { tone: 'problem' }))
      .finally(() => setBusy(null))
  }
  const isDisabled = busy !== null || selection.items.length === 0
  return (
    <div className="space-y-2 border-t border-line pt-3">
      <Segments
        legend={t('print.format')}
        value={format}
        choices={formats.map((value) => ({ value, label: value.toUpperCase() }))}
        onChoose={setFormat}
      />
      {format === 'dxf' ? <p className="text-12 text-muted">{t('print.dxfHint')}</p> : null}
      <div className="flex gap-2">
        <Button
          tone="primary"
          className="grow"
          icon={<Download />}
          busy={busy === 'save'}
          disabled={isDisabled}
          onClick={() => run('save', () => savePages(print, format, selection))}
        >
          {t('print.save', { format: format.toUpperCase() })}
        </Button>
        <Button
          icon={<Printer />}
          busy={busy === 'print'}
          disabled={isDisabled}
          onClick={() => run('print', openPdf(print, selection))}
        >
          {t('print.print')}
        </Button>
      </div>
    </div>
  )
}

/** Opens the PDF in a tab, from which the browser prints at its true size. */
const openPdf = (print: PrintDocument, selection: PageSelection) => {
  return async (): Promise<void> => {
    // Opened before the PDF exists: browsers block tabs that open later than the click.
    const tab = window.open('', '_blank')
    try {
      const url = URL.createObjectURL(await createPdf(print, selection))
      if (tab) tab.location.href = url
      else await savePages(print, 'pdf', selection)
    } catch (error) {
      tab?.close()
      throw error
    }
  }
}
