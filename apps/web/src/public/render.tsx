import i18next from 'i18next'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { type InterfaceLanguage, interfaceLanguages, startInternationalization } from '../platform/i18n/index.js'
import { IconProvider } from '../platform/design/icon-provider.js'
import { type PublicPageName, publicPages } from './pages.js'

export interface RenderedPage {
  readonly html: string
  readonly title: string
  readonly description: string
  readonly path: string
}

export const pageNames = Object.keys(publicPages) as PublicPageName[]
export const pageSource = (name: PublicPageName): string => publicPages[name].source
export { interfaceLanguages }

/** Renders a page in a language to HTML that React hydrates in the browser. */
export async function renderPublicPage(name: PublicPageName, language: InterfaceLanguage): Promise<RenderedPage> {
  await startInternationalization(language)
  const { load, path, namespace } = publicPages[name]
  const Page = await load()
  const title = i18next.t(`${namespace}.title`)
  return {
    html: renderToString(
      <StrictMode>
        <IconProvider>
          <Page />
        </IconProvider>
      </StrictMode>,
    ),
    title: title.includes('Kamar') ? title : `${title} · Kamar`,
    description: i18next.t(`${namespace}.metaDescription`),
    path,
  }
}
