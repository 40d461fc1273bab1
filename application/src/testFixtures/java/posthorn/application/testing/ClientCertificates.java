package posthorn.application.testing;

import posthorn.domain.webhook.ClientCertificate;

/** Two that are valid until 2129, and known to nobody but tests. */
public final class ClientCertificates {
  public static final ClientCertificate ONE =
      new ClientCertificate(
          """
          -----BEGIN CERTIFICATE-----
          MIIBdTCCARygAwIBAgIJAM9fMe4dX5nGMAoGCCqGSM49BAMCMC4xFzAVBgNVBAoT
          DlBvc3Rob3JuIHRlc3RzMRMwEQYDVQQDEwpjbGllbnQtb25lMCAXDTIwMDEwMTAw
          MDAwMFoYDzIxMjkwNzA4MDAwMDAwWjAuMRcwFQYDVQQKEw5Qb3N0aG9ybiB0ZXN0
          czETMBEGA1UEAxMKY2xpZW50LW9uZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
          BESZWgDFa3VK6dHGb09xIEdsOewcLc0XF3LKgk+vp3Qt9wMYpTO5SyPgiJN1nxYW
          iAViWj6IVpWf4BOWL8fVm++jITAfMB0GA1UdDgQWBBSnxOOdpqX95gsCg+yX+few
          q3YvjzAKBggqhkjOPQQDAgNHADBEAiA6Kqt834puyQ97A5cTW+kh0RYzh90ENacs
          OM/wqAevLgIgHtmzDKicYBwFo99oHB6+u8z7szofw+1dKrKyXq4QpDg=
          -----END CERTIFICATE-----
          """,
          """
          -----BEGIN PRIVATE KEY-----
          MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCAKRAql4CbForqVIDUj
          doFQcBOxHz2XVTjHU44DkY+rwA==
          -----END PRIVATE KEY-----
          """);

  public static final ClientCertificate TWO =
      new ClientCertificate(
          """
          -----BEGIN CERTIFICATE-----
          MIIBdjCCARugAwIBAgIIP0YtdXR0EsowCgYIKoZIzj0EAwIwLjEXMBUGA1UEChMO
          UG9zdGhvcm4gdGVzdHMxEzARBgNVBAMTCmNsaWVudC10d28wIBcNMjAwMTAxMDAw
          MDAwWhgPMjEyOTA3MDgwMDAwMDBaMC4xFzAVBgNVBAoTDlBvc3Rob3JuIHRlc3Rz
          MRMwEQYDVQQDEwpjbGllbnQtdHdvMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
          YC1RGGMKAw/997/Og8FE6kn/RAUhruuWgWZJa5N9t0xrxU2tkwIg2UxC6IcoKuu7
          1LcdU/ig7kRCpv8z5mmuNKMhMB8wHQYDVR0OBBYEFM3eLGBWML8z6e7RmJIDCRR7
          3JS0MAoGCCqGSM49BAMCA0kAMEYCIQDt3Wv0HxKhTYxBmG/cStyfwe45mMJfY4NB
          mRds6Z8UmwIhAJ7dkhwQWzjdZMvUZvZFIdoOpbQTe5lHI3wTJR96U1Uw
          -----END CERTIFICATE-----
          """,
          """
          -----BEGIN PRIVATE KEY-----
          MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCAfQtKkgDgSPJToZfEN
          QzE7fLCvFFkhdbnGVZui4GdNgg==
          -----END PRIVATE KEY-----
          """);

  private ClientCertificates() {}
}
