package posthorn.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Who is asked for the addresses of names. */
interface NameServers {
  /** Those that this machine is configured with. */
  NameServers SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  /** All the addresses of a name, now; may take its time. */
  List<InetAddress> lookUp(String host) throws UnknownHostException;
}
