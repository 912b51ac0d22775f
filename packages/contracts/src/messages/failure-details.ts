import { formatName } from '@kamar/core'
import type { Language } from './index.js'

type Details = Readonly<Record<string, string | number>>
type LocalizedText = Readonly<Record<Language, string>>

/** Translations of the English phrases that readers write in a failure's details. */
const phrases: Readonly<Record<string, LocalizedText>> = {
  'an unknown kind of file': {
    en: 'an unknown format',
    hy: 'անհայտ ձևաչափ',
    ru: 'неизвестный формат',
    es: 'un formato desconocido',
  },
  'compressed ASCII': {
    en: 'compressed ASCII',
    hy: 'սեղմված ASCII',
    ru: 'сжатый ASCII',
    es: 'ASCII comprimido',
  },
  'fixed ASCII': { en: 'fixed ASCII', hy: 'ոչ սեղմված ASCII', ru: 'обычный ASCII', es: 'ASCII fijo' },
  'DWF 6 or DWFx': { en: 'DWF 6 or DWFx', hy: 'DWF 6 կամ DWFx', ru: 'DWF 6 или DWFx', es: 'DWF 6 o DWFx' },
  'NWD 2016 or later': {
    en: 'NWD 2016 or later',
    hy: 'NWD 2016 կամ ավելի նոր',
    ru: 'NWD 2016 или новее',
    es: 'NWD 2016 o posterior',
  },
  'IFC 2x3, IFC 4 or IFC 4.3 (STEP, .ifc)': {
    en: 'IFC 2x3, IFC 4 or IFC 4.3 (STEP, .ifc)',
    hy: 'IFC 2x3, IFC 4 կամ IFC 4.3 (STEP, .ifc)',
    ru: 'IFC 2x3, IFC 4 или IFC 4.3 (STEP, .ifc)',
    es: 'IFC 2x3, IFC 4 o IFC 4.3 (STEP, .ifc)',
  },
  'IFC, or a ZIP with Deflate': {
    en: 'IFC, or a ZIP with Deflate',
    hy: 'IFC կամ Deflate-ով սեղմված ZIP',
    ru: 'IFC или ZIP со сжатием Deflate',
    es: 'IFC o un ZIP con Deflate',
  },
  'STEP, or a ZIP with Deflate': {
    en: 'STEP, or a ZIP with Deflate',
    hy: 'STEP կամ Deflate-ով սեղմված ZIP',
    ru: 'STEP или ZIP со сжатием Deflate',
    es: 'STEP o un ZIP con Deflate',
  },
}

/** Placeholders for details that a reader did not provide. */
const defaultDetails: Readonly<Record<string, LocalizedText>> = {
  detected: { en: 'another format', hy: 'այլ ձևաչափ', ru: 'другой формат', es: 'otro formato' },
}

/** Messages of limits, by the name after their number in `details.limit` or by `details.kind`. */
const limitMessages: Readonly<Record<string, LocalizedText>> = {
  triangles: {
    en: 'more than {{amount}} triangles',
    hy: 'ավելի քան {{amount}} եռանկյուն',
    ru: 'больше {{amount}} треугольников',
    es: 'más de {{amount}} triángulos',
  },
  nodes: {
    en: 'more than {{amount}} elements',
    hy: 'ավելի քան {{amount}} տարր',
    ru: 'больше {{amount}} элементов',
    es: 'más de {{amount}} elementos',
  },
  objects: {
    en: 'more than {{amount}} objects',
    hy: 'ավելի քան {{amount}} օբյեկտ',
    ru: 'больше {{amount}} объектов',
    es: 'más de {{amount}} objetos',
  },
  instances: {
    en: 'more than {{amount}} instances',
    hy: 'ավելի քան {{amount}} օրինակ',
    ru: 'больше {{amount}} экземпляров',
    es: 'más de {{amount}} instancias',
  },
  segments: {
    en: 'more than {{amount}} line segments',
    hy: 'ավելի քան {{amount}} գծահատված',
    ru: 'больше {{amount}} отрезков',
    es: 'más de {{amount}} segmentos',
  },
  unpacked: {
    en: 'more than {{amount}} when unpacked',
    hy: 'բացված վիճակում՝ ավելի քան {{amount}}',
    ru: 'больше {{amount}} в распакованном виде',
    es: 'más de {{amount}} al descomprimirlo',
  },
  memory: {
    en: '{{amount}} of memory',
    hy: '{{amount}} հիշողություն',
    ru: '{{amount}} памяти',
    es: '{{amount}} de memoria',
  },
  'processor-time': {
    en: '{{amount}} of processor time',
    hy: 'պրոցեսորի {{amount}} ժամանակ',
    ru: '{{amount}} работы процессора',
    es: '{{amount}} de procesador',
  },
  'wall-clock': {
    en: '{{amount}} of reading time',
    hy: '{{amount}} ընթերցում',
    ru: '{{amount}} чтения',
    es: '{{amount}} de lectura',
  },
  processes: {
    en: '{{amount}} processes at once',
    hy: 'միաժամանակ {{amount}} գործընթաց',
    ru: 'одновременных процессов: {{amount}}',
    es: '{{amount}} procesos a la vez',
  },
  'output-file': {
    en: '{{amount}} for one part of the result',
    hy: '{{amount}} արդյունքի մեկ մասի համար',
    ru: '{{amount}} на одну часть результата',
    es: '{{amount}} por parte del resultado',
  },
  'output-total': {
    en: '{{amount}} for the result',
    hy: '{{amount}} արդյունքի համար',
    ru: '{{amount}} на весь результат',
    es: '{{amount}} para el resultado',
  },
  'output-count': {
    en: '{{amount}} parts of the result',
    hy: 'արդյունքի {{amount}} մաս',
    ru: 'частей результата: {{amount}}',
    es: '{{amount}} partes del resultado',
  },
  'free-space': {
    en: 'the server’s disk is full',
    hy: 'սերվերի սկավառակը լցված է',
    ru: 'диск сервера заполнен',
    es: 'el disco del servidor está lleno',
  },
}

/** Aliases of these limits. */
const sameLimit: Readonly<Record<string, string>> = {
  inflatedBytes: 'unpacked',
  'bytes inflated': 'unpacked',
  bytes: 'unpacked',
  outputFileBytes: 'output-file',
  outputTotalBytes: 'output-total',
}

const inBytes: ReadonlySet<string> = new Set(['unpacked', 'memory', 'output-file', 'output-total'])
const inSeconds: ReadonlySet<string> = new Set(['processor-time', 'wall-clock'])

const sizeUnits: Readonly<Record<'gigabytes' | 'megabytes', LocalizedText>> = {
  gigabytes: { en: 'GB', hy: 'ԳԲ', ru: 'ГБ', es: 'GB' },
  megabytes: { en: 'MB', hy: 'ՄԲ', ru: 'МБ', es: 'MB' },
}
const timeUnits: Readonly<Record<'seconds' | 'minutes', LocalizedText>> = {
  seconds: { en: 's', hy: 'վրկ', ru: 'с', es: 's' },
  minutes: { en: 'min', hy: 'րոպե', ru: 'мин', es: 'min' },
}

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3
/** From this duration on, times are shown in minutes. */
const minMinutesSeconds = 120

/** Number format: thousands separators and at most two decimal places. */
type WriteNumber = (value: number) => string

/**
 * Translates the details of a failure: limits with their numbers, format names, and English phrases of readers. Values
 * that are in no table (a schema's name, a companion's file name) are unchanged.
 */
export function failureDetails(
  { details = {} }: { readonly details?: Details | undefined },
  language: Language,
  writeNumber: WriteNumber = String,
): Details {
  const translatedDetails = Object.entries(details).map(
    ([name, value]) => [name, translateDetail(value, language)] as const,
  )
  const missing = Object.entries(defaultDetails).map(([name, text]) => [name, text[language]] as const)
  const limit = limitText(details, language, writeNumber)
  return {
    ...Object.fromEntries(missing),
    ...Object.fromEntries(translatedDetails),
    ...(limit === null ? {} : { limit }),
  }
}

function translateDetail(value: string | number, language: Language): string | number {
  if (typeof value === 'number') return value
  return phrases[value]?.[language] ?? formatName(value)
}

/** Returns the text of a limit; null for an unknown one. */
function limitText(details: Details, language: Language, writeNumber: WriteNumber): string | null {
  const { name, value } = namedLimit(details)
  const limitName = sameLimit[name] ?? name
  const text = limitMessages[limitName]?.[language]
  if (text === undefined) return null
  if (value === null) return text.includes('{{amount}}') ? null : text
  return text.replace('{{amount}}', formatAmount(limitName, value, { language, writeNumber }))
}

/**
 * Normalises the notations of a limit: readers write `50 triangles`, the package writer gives name and maximum, the
 * process monitor kind and value.
 */
function namedLimit({ limit, kind, value, maximum }: Details): { name: string; value: number | null } {
  if (typeof kind === 'string') return { name: kind, value: typeof value === 'number' ? value : null }
  if (typeof maximum === 'number') return { name: String(limit), value: maximum }
  const match = /^(\d+) (.+)$/.exec(String(limit ?? ''))
  return match ? { name: match[2] ?? '', value: Number(match[1]) } : { name: String(limit ?? ''), value: null }
}

function formatAmount(
  limit: string,
  value: number,
  { language, writeNumber }: { readonly language: Language; readonly writeNumber: WriteNumber },
): string {
  if (inBytes.has(limit)) {
    const unit = value < gibibyte ? 'megabytes' : 'gigabytes'
    const amount = value / (unit === 'megabytes' ? mebibyte : gibibyte)
    return `${writeNumber(Math.round(amount * 100) / 100)} ${sizeUnits[unit][language]}`
  }
  if (!inSeconds.has(limit)) return writeNumber(value)
  const unit = value < minMinutesSeconds ? 'seconds' : 'minutes'
  return `${writeNumber(Math.round(unit === 'seconds' ? value : value / 60))} ${timeUnits[unit][language]}`
}
