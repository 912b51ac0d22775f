import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Generates the web app manifests that a phone or desktop reads at installation, in each language. */

const folder = new URL('messages/', import.meta.url)
const languages = readdirSync(folder).map((name) => basename(name, '.json'))

const icon = (size, purpose) => ({
  src: `/icon-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

function createManifest(language) {
  const install = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
  const shortcut = (name, url) => ({ name, url, icons: [icon(192, 'any')] })
  return {
    id: '/home',
    name: install.name,
    short_name: 'Kamar',
    description: install.description,
    lang: language,
    dir: 'ltr',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f4ef',
    theme_color: '#f7f4ef',
    categories: ['productivity', 'utilities'],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: [shortcut(install.files, '/home'), shortcut(install.device, '/on-this-device')],
  }
}

export function applicationManifests() {
  return {
    name: 'application-manifests',
    apply: 'build',
    generateBundle() {
      for (const language of languages) {
        const source = JSON.stringify(createManifest(language))
        this.emitFile({ type: 'asset', fileName: `application-${language}.webmanifest`, source })
      }
    },
  }
}
