export {
  windowsBitmapRecord,
  windowsRecord,
  writeEnhancedMetafile,
  writePresentation,
  writeWindowsMetafile,
} from './write-metafile.js'
