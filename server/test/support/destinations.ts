/**
 * Destinations that must be refused, and hosts that must not be: one table for the tests of the rule, of registration
 * and of the sender, which all have to agree.
 */
const LOOPBACK_HOSTS = [
  '127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.',
  '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', 'user:pw@127.0.0.1', 'public.example@127.0.0.1',
  '127.0.0.1\\@public.example',
] // prettier-ignore

const OTHER_IPV4 = [
  '0', '2852039166', '0xa9fea9fe', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1',
  '100.127.255.255', '169.254.169.254', '192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255',
  '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16',
] // prettier-ignore

const IPV6 = [
  '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::a9fe:a9fe]', '[2002:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[fe80::1]', '[fe80::5efe:a00:1]', '[fec0::1]', '[fd00:ec2::254]',
  '[100::1]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[ff02::1]',
] // prettier-ignore

const NAMES = [
  'localhost', 'LOCALHOST.', 'foo.localhost', 'ｌocalhost', 'metadata.google.internal', 'intranet', 'db.internal',
  'printer.local', 'api.default.svc', 'api.tieout.example', 'API.tieout.example.',
] // prettier-ignore

/** The parser refuses these by itself; they stay here so that a change of parser shows. */
const UNPARSABLE = [
  '[127.0.0.1]', '[::1%lo]', '[fe80::1%25eth0]', '0o177.0.0.1', '256.256.256.256', '1.2.3.4.5', '08.8.8.8',
  '127.0.0.1%00.public.example', 'public.example:65536',
] // prettier-ignore

export const REFUSED_URLS: readonly string[] = [
  ...[...LOOPBACK_HOSTS, ...OTHER_IPV4, ...IPV6, ...NAMES, ...UNPARSABLE].map((host) => `https://${host}/`),
  'https:127.0.0.1', 'https:///127.0.0.1', 'https:\\\\127.0.0.1\\', 'https:public.example', 'https:///public.example',
  'http://public.example/', 'ftp://public.example/', 'https://user@public.example/', 'https://:pw@public.example/',
  'https://@public.example/', 'https://public.example:0/', 'https://public.example:8443/', 'https://public.example:80/',
  'https://pub\tlic.example/', 'https://public.example\\@127.0.0.1/', ' https://public.example/',
  'https://public.example/a b', 'https://', 'https://.', 'https://..example/', 'public.example', '',
] // prettier-ignore

export const ALLOWED_HOSTS: readonly string[] = [
  '1.1.1.1', '8.8.8.8', '100.63.255.254', '100.128.0.1', '172.15.255.255', '172.32.0.1', '[2606:4700:4700::1111]',
  '[2001:4860:4860::8888]', 'public.example', 'hooks.lender.example', 'xn--bcher-kva.example',
] // prettier-ignore
