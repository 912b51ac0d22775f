import type { Manifest } from '@kamar/package-format/read'
import type { GlyphFaces } from '@kamar/packager/sheets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../platform/auth/session.js'
import { numberFormat, writeNumber } from '../../../platform/format/number.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { PackageSourceContext } from '../../session/packages/package-source-context.js'
import type { Session } from '../../session/session.js'
import { composePage, type PageRequest } from './page/compose-page.js'
import { type LoadedItem, loadPlan, loadSheet } from './load-item.js'
import { loadFaces } from './output/load-fonts.js'
import { PrintError } from './print-error.js'
import { listModelItems, listSheetItems, type PrintItem, type PrintList } from './print-items.js'
import {
  formatScale,
  modelSetup,
  type PrintSetup,
  readSetup,
  resolvePage,
  type ResolvedPage,
  sheetSetup,
} from './print-setup.js'
import type { ReadFile } from './output/write-files.js'

const metresPerFoot = 0.3048
const metresPerInch = 0.0254

/** The pages of the open document, and how they are loaded and composed. */
export interface PrintDocument {
  readonly list: PrintList | undefined
  readonly fonts: GlyphFaces | undefined
  /** Why the list of pages or the font could not be loaded; null: they could. */
  readonly error: Error | null
  readonly setup: PrintSetup
  readonly change: (change: Partial<PrintSetup>) => void
  readonly isImperial: boolean
  readonly isSheet: boolean
  readonly readFile: ReadFile
  readonly getName: (item: PrintItem) => string
  readonly formatScale: (page: ResolvedPage, item: LoadedItem) => string
  /** Loads a page once; reports the progress of a plan. */
  readonly load: (item: PrintItem) => Promise<LoadedItem>
  readonly fraction: number
  readonly createRequest: (
    item: PrintItem,
    loaded: LoadedItem,
    center: readonly [number, number] | undefined,
  ) => PageRequest
}

/** Provides the pages of the session's document. */
export function usePrint(session: Session): PrintDocument {
  const key = ['print', useId()]
  const { viewer, drawing, model } = session
  const isSheet = drawing.isShown
  const getTitleFields = useTitleFields(session)
  const readFile = useReadFile(session)
  const { value: setup, set } = session.preference(isSheet ? 'printSheets' : 'printModel', (stored) =>
    readSetup(stored, isSheet ? sheetSetup : modelSetup),
  )
  const list = useQuery({
    ...queryOptions,
    queryKey: [...key, 'list'],
    queryFn: async () => (isSheet || viewer === null ? listSheetItems(drawing) : listModelItems(viewer)),
  })
  const fonts = useQuery({ ...queryOptions, queryKey: [...key, 'fonts'], queryFn: loadFaces })
  const isImperial = isFeet(model.manifest)
  const getName = useItemName()
  const { load, fraction } = useLoadItem(session, key)
  return {
    list: list.data,
    fonts: fonts.data,
    error: list.error ?? fonts.error,
    setup,
    change: (part) => set({ ...setup, ...part }),
    isImperial,
    isSheet,
    readFile,
    getName,
    formatScale: formatPageScale,
    load,
    fraction,
    createRequest(item, loaded, center) {
      const page = resolvePage(loaded, setup, isImperial)
      const [left, bottom, right, top] = loaded.box
      const { isHatched, hasSpaces } = setup
      const name = getName(item)
      return {
        content: {
          ...loaded,
          name,
          createSource: () => loaded.createSource({ scale: page.scale, isHatched, hasSpaces }),
        },
        setup: page.setup,
        scale: page.scale,
        center: center ??
          (page.isComplete ? null : loaded.findScreenCenter()) ?? [(left + right) / 2, (bottom + top) / 2],
        fields: getTitleFields(name, formatPageScale(page, loaded)),
        barUnit: isImperial ? 'foot' : 'metre',
      }
    },
  }
}

/** Provides the names of pages. */
function useItemName(): PrintDocument['getName'] {
  const { t } = useTranslation()
  return (item) =>
    item.kind === 'section' ? t('print.section', { number: item.ordinal }) : item.name || t('tree.unnamed')
}

const formatNumber = (value: number, maxDecimals: number): string =>
  writeNumber(value, currentLanguage(), { maxDecimals })

const formatPageScale: PrintDocument['formatScale'] = (page, { own }) =>
  own === null ? formatScale(page.scale, formatNumber) : `${formatNumber(100 / page.scale, 0)} %`

/** Provides the loading of pages, each once while the dialog is open. */
function useLoadItem(session: Session, key: readonly string[]): Pick<PrintDocument, 'load' | 'fraction'> {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const [fraction, setFraction] = useState(0)
  const createSource = use(PackageSourceContext)
  const getName = useItemName()
  const { viewer, drawing, shownSheet } = session
  const areaFormat = numberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const labels = {
    formatArea: (area: number) => `${areaFormat.format(area)} m²`,
    trueNorth: t('print.trueNorth'),
    modelNorth: t('print.modelNorth'),
  }
  const loadItem = async (item: PrintItem, signal: AbortSignal): Promise<LoadedItem> => {
    const faces = await loadFaces()
    if (item.kind === 'sheet') {
      const { manifest, urn } = drawing
      if (manifest === null || urn === null) throw new PrintError('document-closed', 'sheets')
      const { layers, view } = shownSheet
      return loadSheet(item.number, { manifest, loader: createSource(urn, manifest), layers, view })
    }
    if (viewer === null) throw new PrintError('document-closed', 'model')
    setFraction(0)
    return loadPlan(item, getName(item), { viewer, labels, faces, signal, onFraction: setFraction })
  }
  const load = (item: PrintItem): Promise<LoadedItem> =>
    client.fetchQuery({
      ...queryOptions,
      queryKey: [...key, item.key],
      queryFn: ({ signal }) => loadItem(item, signal),
    })
  return { load, fraction }
}

/** Pages are computed on this device and live as long as the dialog. */
const queryOptions = { networkMode: 'always', staleTime: Infinity, retry: false, structuralSharing: false } as const

const isFeet = (manifest: Manifest | null): boolean =>
  manifest !== null && [metresPerFoot, metresPerInch].some((unit) => Math.abs(manifest.unit.metres - unit) < 1e-5)

/** Provides the texts of the title block. */
function useTitleFields({ access }: Session): (name: string, scale: string) => PageRequest['fields'] {
  const { t } = useTranslation()
  const formats = useFormats()
  const { account } = useSession()
  const field = (label: string, value: string | null | undefined) => ({ label, value: value ?? '' })
  return (name, scale) => ({
    project: field(t('print.project'), access.name),
    content: field(t('print.content'), name),
    version: field(t('print.version'), access.detail),
    date: field(t('print.date'), formats.date(new Date().toISOString())),
    author: field(t('print.author'), account?.name),
    scale: field(t('print.scale'), scale),
    // The address of a guest contains the secret of the link, which does not belong on paper.
    link: access.hasAccount ? location.href.replace(/#.*$/, '') : null,
  })
}

/** Provides the files of the package, for images of sheets. */
function useReadFile({ drawing: { manifest, urn } }: Session): ReadFile {
  const createSource = use(PackageSourceContext)
  return async (path) => {
    if (manifest === null || urn === null) throw new PrintError('document-closed', 'sheets')
    const loader = createSource(urn, manifest)
    const { signal } = new AbortController()
    await loader.fetchManifest(signal)
    return new Uint8Array(await loader.fetchFile(path, signal))
  }
}

/** Composes the pages of a document, one after the other. */
export const listPageLoaders = (
  { load, createRequest, fonts }: PrintDocument,
  items: readonly PrintItem[],
  centers: Readonly<Record<string, readonly [number, number] | undefined>>,
) =>
  items.map((item) => async () => {
    const loaded = await load(item)
    return composePage(createRequest(item, loaded, centers[item.key]), fonts ?? (await loadFaces()))
  })
