#!/bin/sh
# Makes the certificates of the database and the object store of deploy/compose.yaml, once: authority.crt for whoever
# connects, and a folder with certificate and key for each server. The key of the authority is not kept: nobody can make
# a further certificate, and new ones come with a new authority (remove the volume and start everything again).
#   certificates.sh FOLDER NAME=USER_ID…
set -eu
umask 077
folder=$1
shift
if [ -e "$folder/authority.crt" ]; then exit 0; fi
draft=$(mktemp -d)
trap 'rm -rf "$draft"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=Kamar deployment' \
  -addext 'basicConstraints=critical,CA:true,pathlen:0' -addext 'keyUsage=critical,keyCertSign' \
  -keyout "$draft/authority.key" -out "$draft/authority.crt"
for server in "$@"; do
  name=${server%%=*}
  user=${server#*=}
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$name" \
    -keyout "$draft/private.key" -out "$draft/request.csr"
  printf 'subjectAltName=DNS:%s,DNS:localhost\nextendedKeyUsage=serverAuth\n' "$name" > "$draft/extensions"
  openssl x509 -req -in "$draft/request.csr" -CA "$draft/authority.crt" -CAkey "$draft/authority.key" -CAcreateserial \
    -days 3650 -extfile "$draft/extensions" -out "$draft/public.crt"
  mkdir -p "$folder/$name"
  cp "$draft/private.key" "$draft/public.crt" "$folder/$name/"
  chmod 644 "$folder/$name/public.crt"
  chown -R "$user" "$folder/$name"
done
chmod 755 "$folder"
# Last: a start that was interrupted before begins again.
cp "$draft/authority.crt" "$folder/authority.crt"
chmod 644 "$folder/authority.crt"
