import type messages from './en.json'

type NamespaceMessages = typeof messages

declare module '../../../../shared/i18n/messages.js' {
  interface Messages extends NamespaceMessages {}
}
