import type { ErrorCode } from '../errors.js'
import type { TranslationFailureCode } from '../failures.js'

/** Texts of the error table in Spanish. */
export const errorMessagesSpanish: Record<ErrorCode, string> = {
  'bad-request': 'Revise los datos e inténtelo de nuevo',
  'invalid-credentials': 'El correo o la contraseña no son correctos',
  'not-signed-in': 'Inicie sesión de nuevo',
  'refresh-refused': 'Inicie sesión de nuevo',
  'account-rejected': 'El administrador rechazó esta cuenta',
  'approval-pending': 'Esta cuenta espera la aprobación del administrador',
  'not-allowed': 'No tiene permiso para esto',
  'not-found': 'No encontrado',
  'method-not-allowed': 'Esta dirección no admite ese tipo de petición',
  'already-exists': 'Esto ya existe',
  'upload-conflict': 'Esta carga continúa en otro lugar; inténtelo de nuevo',
  'translation-not-ready': 'El archivo aún no está listo',
  'file-too-large': 'El archivo supera el límite de 100 MB',
  'quota-exceeded': 'No queda espacio suficiente en su plan de almacenamiento',
  'request-too-large': 'La petición es demasiado grande',
  'unsupported-format': 'Formato de archivo no admitido: {{extension}}',
  'range-not-satisfiable': 'Esa parte del archivo no existe',
  'invalid-input': 'Revise los datos',
  'password-too-short': 'La contraseña necesita al menos {{minimum}} caracteres',
  'password-too-common': 'Esta contraseña es demasiado común; elija otra',
  'empty-file': 'El archivo está vacío',
  'checksum-mismatch': 'El archivo se dañó en el camino; inténtelo de nuevo',
  'too-many-requests': 'Demasiadas peticiones, espere un momento',
  internal: 'Error del servidor, inténtelo de nuevo',
  'storage-full': 'El servidor no tiene espacio; no se guardó nada',
  'storage-damaged': 'El archivo guardado está dañado; avise al administrador',
  'not-ready': 'El servicio está arrancando, inténtelo de nuevo',
}

/** Texts of the translation failures in Spanish. */
export const failureMessagesSpanish: Record<TranslationFailureCode, string> = {
  'not-this-format': 'Esto no es {{expected}}: por su contenido es {{detected}}. Guárdelo con la extensión correcta.',
  'unsupported-version':
    'Esta versión del formato ({{version}}) no se puede leer. Guárdelo como {{advice}} y súbalo de nuevo.',
  encrypted: 'El archivo está protegido con contraseña. Guárdelo sin protección y súbalo de nuevo.',
  damaged: 'El archivo está dañado y no se pudo leer. Expórtelo de nuevo desde el programa de origen.',
  'limit-exceeded':
    'El modelo es demasiado grande para este servidor: {{limit}}. Divídalo o pida al administrador que suba el límite.',
  'companion-missing': 'El archivo necesita otro que falta: {{names}}. Adjúntelo e inténtelo de nuevo.',
  'nothing-to-show': 'El archivo se leyó, pero no contiene nada que dibujar.',
  cancelled: 'La traducción se canceló.',
  'reader-fault':
    'El archivo no se pudo leer por un fallo de Kamar. Su archivo está a salvo y el fallo quedó registrado.',
  'no-reader':
    'El servidor guarda archivos {{expected}}, pero no tiene instalado un lector. Puede descargar el archivo en cualquier momento.',
}
