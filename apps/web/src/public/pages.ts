import type { ComponentType } from 'react'
import { withMessages } from '../platform/i18n/index.js'
import type { PageNamespace } from '../platform/i18n/generated/messages.js'

/** A page that is prerendered at build time and readable without JavaScript. */
export interface PublicPage {
  readonly path: string
  /** Loads the component, after the messages of the page. */
  readonly load: () => Promise<ComponentType>
  /** Module of the component, for preloading. */
  readonly source: string
  /** First word of the keys of its title and description. */
  readonly namespace: PageNamespace | 'landing'
}

/** All public pages, by the name of their built files, which is also the path of all but the first. */
export const publicPages = {
  landing: {
    path: '/',
    source: 'src/modules/landing/landing-page.tsx',
    namespace: 'landing',
    load: async () => (await import('../modules/landing/landing-page.js')).LandingPage,
  },
  documentation: {
    path: '/documentation',
    source: 'src/modules/documentation/documentation-page.tsx',
    namespace: 'documentation',
    load: async () =>
      (await withMessages('documentation', import('../modules/documentation/documentation-page.js'))).DocumentationPage,
  },
  contact: {
    path: '/contact',
    source: 'src/modules/contact/contact-page.tsx',
    namespace: 'contact',
    load: async () => (await withMessages('contact', import('../modules/contact/contact-page.js'))).ContactPage,
  },
  privacy: {
    path: '/privacy',
    source: 'src/modules/legal/privacy-page.tsx',
    namespace: 'privacy',
    load: async () => (await withMessages('privacy', import('../modules/legal/privacy-page.js'))).PrivacyPage,
  },
  terms: {
    path: '/terms',
    source: 'src/modules/legal/terms-page.tsx',
    namespace: 'terms',
    load: async () => (await withMessages('terms', import('../modules/legal/terms-page.js'))).TermsPage,
  },
  licences: {
    path: '/licences',
    source: 'src/modules/legal/licences-page.tsx',
    namespace: 'licences',
    load: async () => (await withMessages('licences', import('../modules/legal/licences-page.js'))).LicencesPage,
  },
} as const satisfies Record<string, PublicPage>

export type PublicPageName = keyof typeof publicPages
