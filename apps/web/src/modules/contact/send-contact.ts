import { currentLanguage } from '../../platform/i18n/index.js'

export interface ContactMessage {
  readonly name: string
  readonly email: string
  readonly company?: string
  readonly message: string
}

/**
 * Sends a message to the administrator. Returns null on success, else the server's error in the reader's language, or
 * an empty text without a response. Does not use the API's client, which is larger than this page.
 */
export async function sendContact(message: ContactMessage): Promise<string | null> {
  try {
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': currentLanguage() },
      body: JSON.stringify(message),
    })
    if (response.ok) return null
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : ''
  } catch {
    return ''
  }
}
