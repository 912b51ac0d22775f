import type { Messages } from '@kamar/extensions'
import { type ExtensionClass, theExtensionManager } from '@kamar/viewer'

/** Built-in example extension. */
export interface ExampleExtension {
  /** For `viewer.loadExtension`. */
  readonly id: string
  /** `name` and `description` by language. */
  readonly messages: Messages
  /** Demonstrates how to write extensions; of no use to other users. */
  readonly isForDevelopers?: true
}

const fetchClass: Readonly<Record<string, () => Promise<ExtensionClass>>> = {
  'kamar.examples.summary': async () => (await import('./summary/summary-extension.js')).SummaryExtension,
  'kamar.examples.histogram': async () => (await import('./histogram/histogram-extension.js')).HistogramExtension,
  'kamar.examples.icon-markup': async () =>
    (await import('./icon-markup/icon-markup-extension.js')).IconMarkupExtension,
  'kamar.examples.issue-pins': async () => (await import('./issue-pins/issue-pins-extension.js')).IssuePinsExtension,
  'kamar.examples.nested-viewer': async () =>
    (await import('./nested-viewer/nested-viewer-extension.js')).NestedViewerExtension,
  'kamar.examples.hello': async () => (await import('./hello/hello-extension.js')).HelloExtension,
}

/** All examples with their descriptions. */
export const exampleExtensions: readonly ExampleExtension[] = [
  {
    id: 'kamar.examples.summary',
    messages: {
      en: { name: 'Summary', description: 'Counts the selected elements and adds up their volumes and areas.' },
      hy: { name: 'Ամփոփում', description: 'Հաշվում է ընտրված տարրերը և գումարում դրանց ծավալներն ու մակերեսները։' },
      ru: { name: 'Сводка', description: 'Считает выбранные элементы и складывает их объёмы и площади.' },
      es: { name: 'Resumen', description: 'Cuenta los elementos seleccionados y suma sus volúmenes y áreas.' },
    },
  },
  {
    id: 'kamar.examples.histogram',
    messages: {
      en: { name: 'Histogram', description: 'A chart of any property. Click a bar to colour its elements.' },
      hy: {
        name: 'Հիստոգրամ',
        description: 'Ցանկացած հատկության գծապատկեր։ Սեղմեք սյունակը՝ դրա տարրերը գունավորելու համար։',
      },
      ru: {
        name: 'Гистограмма',
        description: 'Диаграмма любого свойства. Нажмите на столбец, чтобы окрасить его элементы.',
      },
      es: {
        name: 'Histograma',
        description: 'Gráfico de cualquier propiedad. Pulse una barra para colorear sus elementos.',
      },
    },
  },
  {
    id: 'kamar.examples.icon-markup',
    messages: {
      en: { name: 'Labels', description: 'Labels on the selected elements that follow the camera.' },
      hy: { name: 'Պիտակներ', description: 'Ընտրված տարրերի անունները, որոնք հետևում են տեսախցիկին։' },
      ru: { name: 'Подписи', description: 'Имена у выбранных элементов, которые следуют за камерой.' },
      es: { name: 'Etiquetas', description: 'Nombres en los elementos seleccionados que siguen a la cámara.' },
    },
  },
  {
    id: 'kamar.examples.issue-pins',
    messages: {
      en: { name: 'Issue pins', description: 'Numbered pins on the model that are saved with views.' },
      hy: { name: 'Խնդիրների նշիչներ', description: 'Համարակալված նշիչներ մոդելի վրա, որոնք պահվում են տեսքերի հետ։' },
      ru: { name: 'Метки замечаний', description: 'Нумерованные метки на модели, которые сохраняются с видами.' },
      es: {
        name: 'Marcas de incidencias',
        description: 'Marcas numeradas en el modelo que se guardan con las vistas.',
      },
    },
  },
  {
    id: 'kamar.examples.nested-viewer',
    messages: {
      en: { name: 'Selection in a window', description: 'A second view that shows only the selected elements.' },
      hy: { name: 'Ընտրվածը պատուհանում', description: 'Երկրորդ տեսք, որը ցույց է տալիս միայն ընտրված տարրերը։' },
      ru: { name: 'Выбранное в окне', description: 'Второй вид, в котором показаны только выбранные элементы.' },
      es: {
        name: 'Selección en una ventana',
        description: 'Una segunda vista que muestra solo los elementos seleccionados.',
      },
    },
  },
  {
    id: 'kamar.examples.hello',
    isForDevelopers: true,
    messages: {
      en: { name: 'Hello', description: 'The sample extension from the guide: a button, a panel and an event.' },
      hy: { name: 'Ողջույն', description: 'Ուղեցույցի ընդլայնումը՝ կոճակ, վահանակ և իրադարձություն։' },
      ru: { name: 'Привет', description: 'Расширение из руководства: кнопка, панель и событие.' },
      es: { name: 'Hola', description: 'La extensión de la guía: un botón, un panel y un evento.' },
    },
  },
]

/** Registers the examples for loading; each is a chunk of its own. */
export function registerExamples(): void {
  for (const [id, fetch] of Object.entries(fetchClass)) theExtensionManager.registerExternalExtension(id, fetch)
}
