package posthorn.domain.net;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;

/**
 * Ports of services that do not speak HTTP but may obey a line of a request's body. After the ports
 * that browsers refuse, and the stores that listen for lines of text.
 */
final class ReservedPorts {
  private static final Map<Integer, String> SERVICES =
      Map.ofEntries(
          entry(7, "echo"),
          entry(9, "discard"),
          entry(13, "daytime"),
          entry(19, "chargen"),
          entry(20, "ftp"),
          entry(21, "ftp"),
          entry(22, "ssh"),
          entry(23, "telnet"),
          entry(25, "smtp"),
          entry(37, "time"),
          entry(43, "whois"),
          entry(53, "dns"),
          entry(69, "tftp"),
          entry(79, "finger"),
          entry(110, "pop3"),
          entry(111, "rpcbind"),
          entry(113, "ident"),
          entry(119, "nntp"),
          entry(123, "ntp"),
          entry(135, "msrpc"),
          entry(137, "netbios"),
          entry(139, "netbios"),
          entry(143, "imap"),
          entry(161, "snmp"),
          entry(179, "bgp"),
          entry(389, "ldap"),
          entry(445, "smb"),
          entry(465, "smtp"),
          entry(512, "rexec"),
          entry(513, "rlogin"),
          entry(514, "rsh"),
          entry(515, "lpd"),
          entry(548, "afp"),
          entry(554, "rtsp"),
          entry(563, "nntp"),
          entry(587, "smtp"),
          entry(636, "ldap"),
          entry(873, "rsync"),
          entry(989, "ftp"),
          entry(990, "ftp"),
          entry(993, "imap"),
          entry(995, "pop3"),
          entry(1723, "pptp"),
          entry(2049, "nfs"),
          entry(3306, "mysql"),
          entry(3389, "rdp"),
          entry(4190, "sieve"),
          entry(5060, "sip"),
          entry(5061, "sip"),
          entry(5432, "postgresql"),
          entry(6000, "x11"),
          entry(6379, "redis"),
          entry(6667, "irc"),
          entry(6697, "irc"),
          entry(11211, "memcached"),
          entry(27017, "mongodb"));

  private ReservedPorts() {}

  static Optional<String> serviceOn(int port) {
    return Optional.ofNullable(SERVICES.get(port));
  }
}
