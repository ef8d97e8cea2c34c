MGATHER(MGATHER(a, b, c);<>MGATHER<a;>(a,b,c);MGATHER<x>(a,b,c)
