import type { LoadedItem } from './load-item.js'
import {
  chooseScale,
  computeFitScale,
  computePageAreas,
  imperialScales,
  metricScales,
  type PageAreas,
  type PageSetup,
  type PaperId,
  papers,
  paperScales,
} from './page/page-setup.js'

/** What the dialog sets; kept on the device. */
export interface PrintSetup {
  readonly paper: PaperId
  /** null: the orientation that allows the larger scale. */
  readonly isLandscape: boolean | null
  /** Of models and model spaces. */
  readonly scale: number | 'best' | 'fit'
  /** Of paper sheets. */
  readonly paperScale: number | 'fit'
  readonly hasFrame: boolean
  readonly isHatched: boolean
  readonly hasSpaces: boolean
  readonly isMonochrome: boolean
}

/** Setup of models: a framed A3 at the largest usual scale. */
export const modelSetup: PrintSetup = {
  paper: 'a3',
  isLandscape: null,
  scale: 'best',
  paperScale: 'fit',
  hasFrame: true,
  isHatched: true,
  hasSpaces: true,
  isMonochrome: false,
}
/** Setup of drawings: each sheet as it is. */
export const sheetSetup: PrintSetup = { ...modelSetup, paper: 'own' }

/** Reads a stored setup; fields that are missing or invalid are those of `defaults`. */
export function readSetup(stored: unknown, defaults: PrintSetup): PrintSetup {
  const { paper, isLandscape, scale, paperScale, hasFrame, isHatched, hasSpaces, isMonochrome } = (stored ??
    {}) as Partial<PrintSetup>
  const isPaper = paper === 'own' || (typeof paper === 'string' && Object.hasOwn(papers, paper))
  const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
  return {
    paper: isPaper ? paper : defaults.paper,
    isLandscape: isFlag(isLandscape) ? isLandscape : defaults.isLandscape,
    scale: scale === 'fit' || listScales(true).some((one) => one === scale) ? (scale ?? 'best') : defaults.scale,
    paperScale: paperScales.some((one) => one === paperScale) ? (paperScale ?? 'fit') : defaults.paperScale,
    hasFrame: isFlag(hasFrame) ? hasFrame : defaults.hasFrame,
    isHatched: isFlag(isHatched) ? isHatched : defaults.isHatched,
    hasSpaces: isFlag(hasSpaces) ? hasSpaces : defaults.hasSpaces,
    isMonochrome: isFlag(isMonochrome) ? isMonochrome : defaults.isMonochrome,
  }
}

/** Lists the usual scales: metric ones, and those in feet for models in feet. */
export const listScales = (isImperial: boolean): readonly number[] =>
  isImperial ? [...metricScales, ...imperialScales.map(([scale]) => scale)] : metricScales

/** A page with everything decided that depends on its content. */
export interface ResolvedPage {
  readonly setup: PageSetup
  readonly scale: number
  readonly areas: PageAreas
  /** Whether the complete content fits its area. */
  readonly isComplete: boolean
}

/** Resolves the setup of a page for its content. */
export function resolvePage(
  { box, millimetresPerUnit, own }: LoadedItem,
  requested: PrintSetup,
  isImperial: boolean,
): ResolvedPage {
  const isOwn = own !== null && requested.paper === 'own'
  const size = { width: (box[2] - box[0]) * millimetresPerUnit, height: (box[3] - box[1]) * millimetresPerUnit }
  const computeFit = (setup: PageSetup): number =>
    computeFitScale(computePageAreas(setup, own).drawing, size, own === null ? undefined : 0)
  const base: PageSetup = {
    paper: requested.paper,
    isLandscape: true,
    scale: 'fit',
    hasFrame: requested.hasFrame && !isOwn,
    isHatched: requested.isHatched,
    hasSpaces: requested.hasSpaces,
    isMonochrome: requested.isMonochrome,
  }
  const isLandscape = requested.isLandscape ?? computeFit(base) <= computeFit({ ...base, isLandscape: false })
  const setup: PageSetup = { ...base, isLandscape }
  const areas = computePageAreas(setup, own)
  const fit = computeFit(setup)
  const scale = isOwn ? 1 : computeScale(requested, { fit, isPaper: own !== null, isImperial })
  return {
    setup: { ...setup, scale },
    scale,
    areas,
    isComplete: isOwn || scale >= fit * 0.999 * (own === null ? 0.96 : 1),
  }
}

function computeScale(
  { scale, paperScale }: PrintSetup,
  { fit, isPaper, isImperial }: { readonly fit: number; readonly isPaper: boolean; readonly isImperial: boolean },
): number {
  const requested = isPaper ? paperScale : scale
  if (requested === 'fit') return fit
  if (requested === 'best') return chooseScale(fit, isImperial ? imperialScales.map(([one]) => one) : metricScales)
  return requested
}

/** Returns the name of a scale: `1:100`, `1/8" = 1'-0"`; with a decimal if it is none of the usual ones. */
export function formatScale(scale: number, formatNumber: (value: number, decimals: number) => string): string {
  const imperial = imperialScales.find(([one]) => one === scale)
  if (imperial !== undefined) return `1:${scale} (${imperial[1]})`
  return `1:${formatNumber(scale, Number.isInteger(scale) ? 0 : 1)}`
}
