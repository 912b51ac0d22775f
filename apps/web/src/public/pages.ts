import type { ComponentType } from 'react'
import { requirePageMessages } from '../shared/i18n/index.js'
import type { PageNamespace } from '../shared/i18n/generated/messages.js'

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

async function withMessages<Loaded>(namespace: PageNamespace, loading: Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([loading, requirePageMessages(namespace)])
  return loaded
}

/** All public pages, by the name of their built files, which is also the path of all but the first. */
export const publicPages = {
  landing: {
    path: '/',
    source: 'src/features/landing/landing-page.tsx',
    namespace: 'landing',
    load: async () => (await import('../features/landing/landing-page.js')).LandingPage,
  },
  documentation: {
    path: '/documentation',
    source: 'src/features/documentation/documentation-page.tsx',
    namespace: 'documentation',
    load: async () =>
      (await withMessages('documentation', import('../features/documentation/documentation-page.js')))
        .DocumentationPage,
  },
  contact: {
    path: '/contact',
    source: 'src/features/contact/contact-page.tsx',
    namespace: 'contact',
    load: async () => (await withMessages('contact', import('../features/contact/contact-page.js'))).ContactPage,
  },
  privacy: {
    path: '/privacy',
    source: 'src/features/legal/privacy-page.tsx',
    namespace: 'privacy',
    load: async () => (await withMessages('privacy', import('../features/legal/privacy-page.js'))).PrivacyPage,
  },
  terms: {
    path: '/terms',
    source: 'src/features/legal/terms-page.tsx',
    namespace: 'terms',
    load: async () => (await withMessages('terms', import('../features/legal/terms-page.js'))).TermsPage,
  },
  licences: {
    path: '/licences',
    source: 'src/features/legal/licences-page.tsx',
    namespace: 'licences',
    load: async () => (await withMessages('licences', import('../features/legal/licences-page.js'))).LicencesPage,
  },
} as const satisfies Record<string, PublicPage>

export type PublicPageName = keyof typeof publicPages
