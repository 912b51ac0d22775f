import type texts from './en.json'

type RoomTexts = typeof texts

declare module '../../../shared/i18n/texts.js' {
  interface Texts extends RoomTexts {}
}
